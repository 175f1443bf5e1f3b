package io.tapline.client.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.tapline.server.testing.TestTapline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.json.JsonMapper;

/** The Python client's own tests, run by the machine's Python against a real server. */
class PythonClientTest {

  private static TestTapline tapline;

  @BeforeAll
  static void start() {
    Python.require();
    tapline = TestTapline.start();
  }

  @AfterAll
  static void stop() {
    if (tapline != null) {
      tapline.close();
    }
  }

  @TestFactory
  List<DynamicTest> its_tests() throws Exception {
    var program =
        Python.program(Map.of("TAPLINE_URL", tapline.address().toString()), "tests/run.py");
    var tests = new ArrayList<DynamicTest>();
    boolean ended = false;
    for (var line : Python.run(program).lines().filter(one -> one.startsWith("{")).toList()) {
      var told = JsonMapper.shared().readTree(line);
      ended |= told.has("end");
      if (told.has("name")) {
        tests.add(
            dynamicTest(
                told.path("name").asString(),
                () -> assertThat(told.path("problem").asString()).isEmpty()));
      }
    }
    assertThat(ended).as("all tests were run").isTrue();
    assertThat(tests).isNotEmpty();
    return tests;
  }

  /** As Python writes the version of what is not released yet. */
  @Test
  void its_version_is_that_of_the_build() throws Exception {
    var pom = Files.readString(Path.of("pom.xml"));
    var version = pom.split("<version>")[1].split("</version>")[0];
    assertThat(Files.readString(Python.HOME.resolve("src/tapline/version.py")))
        .contains("__version__ = \"" + version.replace("-SNAPSHOT", ".dev0") + "\"");
  }
}
