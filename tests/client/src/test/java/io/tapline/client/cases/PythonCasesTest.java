package io.tapline.client.cases;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIf;

/** The Python runtime. */
@EnabledIf(value = PythonInterpreter.HERE, disabledReason = PythonInterpreter.MISSING)
class PythonCasesTest extends WorkerCases {

  @TestFactory
  Stream<DynamicTest> the_python_runtime_does_what_the_table_says() {
    return cases(
        "Python", program(() -> PythonInterpreter.program(Map.of(), "tests/case_worker.py")));
  }
}
