package io.tapline.postgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Another JVM that runs an embedded server, to be killed. */
final class ChildServer implements AutoCloseable {

  private final Process process;
  private final BufferedReader output;

  private ChildServer(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  static ChildServer launch(Path directory) throws IOException {
    return launch(ChildServerMain.class, Map.of(), List.of(), directory.toString());
  }

  static ChildServer launch(
      Class<?> main, Map<String, String> environment, List<String> options, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Quick to start is what matters here.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    return new ChildServer(builder.start());
  }

  /** The next line it prints; null when it ended instead. */
  String line() {
    try {
      return output.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SIGKILL: nothing in that JVM runs any more. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** The child ends by itself once its input does. */
  void end() throws IOException, InterruptedException {
    process.getOutputStream().close();
    process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
