package io.tapline.client.cases;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The Java runtime. */
class JavaCasesTest extends WorkerCases {

  @TestFactory
  Stream<DynamicTest> the_java_runtime_does_what_the_table_says() {
    return cases("Java", JavaCaseWorker::new);
  }
}
