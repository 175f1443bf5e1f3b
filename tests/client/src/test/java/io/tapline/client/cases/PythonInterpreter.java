package io.tapline.client.cases;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The machine's {@code python3}, with the client of {@code clients/python} to import. */
final class PythonInterpreter {

  /** The method of the condition, for the annotation. */
  static final String HERE = "io.tapline.client.cases.PythonInterpreter#here";

  static final String MISSING =
      "The tests of the Python client did not run: they need python3, 3.10 or newer.";

  static final Path HOME = Path.of("../..", "clients", "python").toAbsolutePath().normalize();

  /** The interpreter itself: a shim before it would cost more than what it starts. */
  private static final String INTERPRETER = interpreter();

  private PythonInterpreter() {}

  /** The condition of tests that need Python. */
  static boolean here() {
    return INTERPRETER != null;
  }

  /** Null where there is none, or an older one. */
  private static String interpreter() {
    var check = "import sys; print(sys.executable if sys.version_info >= (3, 10) else '')";
    try {
      var path = run(new ProcessBuilder("python3", "-c", check)).strip();
      return path.isEmpty() ? null : path;
    } catch (IOException | AssertionError e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /** A program to be started, in the folder of the client. */
  static ProcessBuilder program(Map<String, String> environment, String... arguments) {
    var command = new ArrayList<>(List.of(INTERPRETER));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(HOME.toFile());
    builder.environment().put("PYTHONPATH", HOME.resolve("src").toString());
    // Compiled once for all processes, and nothing is left behind in the sources.
    var cache = Path.of("target", "pycache").toAbsolutePath().toString();
    builder.environment().put("PYTHONPYCACHEPREFIX", cache);
    builder.environment().put("PYTHONUNBUFFERED", "1");
    builder.environment().put("TAPLINE_TOKEN", "acme-admin");
    builder.environment().putAll(environment);
    return builder;
  }

  /** All that it prints, once it has ended well. */
  static String run(ProcessBuilder program) throws IOException, InterruptedException {
    var process = program.redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(
          program.command() + " ended with " + process.exitValue() + ":\n" + output);
    }
    return output;
  }
}
