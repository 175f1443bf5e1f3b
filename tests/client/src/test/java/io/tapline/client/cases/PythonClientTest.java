package io.tapline.client.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.tapline.client.testing.GuidePage;
import io.tapline.client.testing.WorkerLab;
import io.tapline.server.testing.TestTapline;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The Python client's own tests, run by the machine's Python against a real server. */
@EnabledIf(value = PythonInterpreter.HERE, disabledReason = PythonInterpreter.MISSING)
class PythonClientTest {

  private static TestTapline tapline;
  private static WorkerLab lab;

  @BeforeAll
  static void start() {
    tapline = TestTapline.start();
    lab = new WorkerLab(tapline);
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
        PythonInterpreter.program(
            Map.of("TAPLINE_URL", tapline.address().toString()), "tests/run.py");
    var tests = new ArrayList<DynamicTest>();
    boolean ended = false;
    for (var line :
        PythonInterpreter.run(program).lines().filter(one -> one.startsWith("{")).toList()) {
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

  @Test
  void the_ten_lines_of_the_guide_work_as_they_stand_there() throws Exception {
    var worker = startProgram(0);
    try (var output = worker.inputReader(StandardCharsets.UTF_8)) {
      assertThat(output.readLine()).isEqualTo("Hello, Ada");
      var next = lab.enqueue("greetings", "properties", Map.of("name", "Grace"));
      lab.awaitState(next, "COMPLETED");
      assertThat(lab.history(next).at("/records/0/result_snapshot/greeted").asString())
          .isEqualTo("Grace");
      worker.toHandle().destroy();
      assertThat(worker.waitFor()).isZero();
    } finally {
      worker.destroyForcibly();
    }
  }

  @Test
  void the_other_programs_of_the_guide_do_what_the_page_says() throws Exception {
    assertThat(new String(startProgram(1).getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .endsWith(" READY False 96\n");
    var fine = plate("barcode", "P-1000");
    var bare = plate("wells", 96);
    var huge = plate("barcode", "P-1001", "wells", 1_000);
    var strange = plate("barcode", "X-1");
    var worker = startProgram(2);
    try {
      lab.awaitState(fine, "COMPLETED");
      lab.awaitState(bare, "FAILED_TERMINAL");
      lab.awaitState(huge, "HELD");
      lab.awaitState(strange, "FAILED_TERMINAL");
    } finally {
      worker.toHandle().destroy();
    }
    assertThat(worker.waitFor()).isZero();
  }

  private static String plate(Object... properties) {
    var all = new HashMap<String, Object>();
    for (int i = 0; i < properties.length; i += 2) {
      all.put((String) properties[i], properties[i + 1]);
    }
    return lab.enqueue("plates", "next_action_key", "read_plate", "properties", all);
  }

  private static Process startProgram(int place) throws IOException {
    var program = GuidePage.read("python.md").of("python").get(place);
    return PythonInterpreter.program(
            Map.of("TAPLINE_URL", tapline.address().toString()), "-c", program)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Needs a package index, for the tools that build it. */
  @Test
  @Tag("soak")
  void the_wheel_is_built_by_a_command_and_installs_where_nothing_else_is(@TempDir Path empty)
      throws Exception {
    PythonInterpreter.run(
        new ProcessBuilder("./tapline", "python", "build").directory(new File("../..")));
    var dist = PythonInterpreter.HOME.resolve("dist");
    try (var files = Files.list(dist)) {
      var names = files.map(file -> file.getFileName().toString()).sorted().toList();
      assertThat(names).hasSize(2);
      assertThat(names.get(0)).matches("tapline-.*-py3-none-any\\.whl");
      assertThat(names.get(1)).matches("tapline-.*\\.tar\\.gz");
      PythonInterpreter.run(PythonInterpreter.program(Map.of(), "-m", "venv", empty.toString()));
      var python = empty.resolve("bin").resolve("python").toString();
      var wheel = dist.resolve(names.get(0)).toString();
      PythonInterpreter.run(
          new ProcessBuilder(python, "-m", "pip", "install", "--no-index", wheel));
      var check = "import tapline; print(tapline.__version__, tapline.__file__)";
      assertThat(PythonInterpreter.run(new ProcessBuilder(python, "-c", check)))
          .contains(names.get(0).split("-")[1], empty.toString());
    }
  }

  /** As Python writes the version of what is not released yet. */
  @Test
  void its_version_is_that_of_the_build() throws Exception {
    var pom = Files.readString(Path.of("../../pom.xml"));
    var version = pom.split("<version>")[1].split("</version>")[0];
    assertThat(Files.readString(PythonInterpreter.HOME.resolve("src/tapline/version.py")))
        .contains("__version__ = \"" + version.replace("-SNAPSHOT", ".dev0") + "\"");
  }
}
