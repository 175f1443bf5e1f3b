package io.tapline.cli.testing;

import io.tapline.cli.Tapline;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command in a JVM of its own, to be stopped, frozen or killed. */
public final class ChildCommand implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 60;

  private final Process process;
  private final BufferedReader output;

  private ChildCommand(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  public static ChildCommand start(String url, String token, String... arguments) {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Tapline.class.getName()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("TAPLINE_"));
    builder.environment().putAll(Map.of("TAPLINE_URL", url, "TAPLINE_TOKEN", token));
    try {
      return new ChildCommand(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SIGSTOP, SIGCONT and the like. */
  public void signal(String name) {
    try {
      int code =
          new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
      if (code != 0) {
        throw new AssertionError("kill -" + name + " ended with " + code);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Everything that it still prints, until it has ended. */
  public String rest() {
    try {
      var text = new StringBuilder();
      for (var line = output.readLine(); line != null; line = output.readLine()) {
        text.append(line).append('\n');
      }
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("it did not end");
      }
      return text.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
