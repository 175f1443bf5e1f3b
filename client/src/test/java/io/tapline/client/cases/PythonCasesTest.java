package io.tapline.client.cases;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The Python runtime. */
class PythonCasesTest extends WorkerCases {

  @TestFactory
  Stream<DynamicTest> the_python_runtime_does_what_the_table_says() {
    PythonInterpreter.require();
    return cases(
        "Python", program(() -> PythonInterpreter.program(Map.of(), "tests/case_worker.py")));
  }
}
