package io.tapline.server.testing;

import io.tapline.postgres.ScratchDatabase;
import io.tapline.server.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** {@code tapline serve} in a JVM of its own, to be stopped or killed. */
public final class ChildServer implements AutoCloseable {

  private static final Pattern ADDRESS = Pattern.compile("\\s*address\\s+(http://\\S+)\\s*");
  private static final long PATIENCE_SECONDS = 60;

  private final Process process;
  private final BufferedReader output;
  private URI address;

  private ChildServer(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** On a free port and a scratch database, with the tokens of {@link TestTapline}; ready. */
  public static ChildServer start(ScratchDatabase scratch) {
    return ready(login(scratch), "--accept-weak-durability", "--test-clock");
  }

  public static ChildServer startWithoutTestClock(ScratchDatabase scratch) {
    return ready(login(scratch), "--accept-weak-durability");
  }

  /** With its own embedded PostgreSQL in a folder; ready. */
  public static ChildServer embedded(Path data) {
    return ready(Map.of(), "--data", data.toString(), "--test-clock");
  }

  /** The settings that give a child process the address of a scratch database. */
  public static Map<String, String> login(ScratchDatabase scratch) {
    return Map.of(
        "TAPLINE_DATABASE_URL", scratch.jdbcUrl(),
        "TAPLINE_DATABASE_USER", scratch.user(),
        "TAPLINE_DATABASE_PASSWORD", scratch.password(),
        "TAPLINE_OWNER_PASSWORD", TestTapline.PASSWORDS.owner(),
        "TAPLINE_SERVING_PASSWORD", TestTapline.PASSWORDS.serving());
  }

  /** On a free port, with settings of one's own; ready. */
  public static ChildServer ready(Map<String, String> environment, String... arguments) {
    var all = new ArrayList<>(List.of("--port", "0"));
    all.addAll(List.of(arguments));
    var child = launch(environment, all.toArray(String[]::new));
    child.awaitAddress();
    return child;
  }

  /** As it comes: for starts that are meant to fail. */
  public static ChildServer launch(Map<String, String> environment, String... arguments) {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                // Quick to start is what matters here.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                // As in pom.xml.
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                // The server's own log: the tests' class path has another one.
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("TAPLINE_"));
    builder.environment().put("TAPLINE_TOKENS", TestTapline.TOKENS);
    builder.environment().putAll(environment);
    try {
      return new ChildServer(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Until it says where it listens. */
  public void awaitAddress() {
    var seen = new StringBuilder();
    for (var line = line(); line != null; line = line()) {
      seen.append(line).append('\n');
      var match = ADDRESS.matcher(line);
      if (match.matches()) {
        address = URI.create(match.group(1));
        return;
      }
    }
    throw new AssertionError("the server did not start:\n" + seen);
  }

  /** From now on what it prints is thrown away: a pipe that nobody reads is full one day. */
  public void ignoreLines() {
    var reader =
        new Thread(
            () -> {
              while (line() != null) {
                // On to the next.
              }
            },
            "child-lines");
    reader.setDaemon(true);
    reader.start();
  }

  /** The next line it prints; null when it has ended. */
  public String line() {
    try {
      return output.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public URI address() {
    return address;
  }

  public HttpApi as(String token) {
    return new HttpApi(address, token);
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  /** SIGTERM. Does not wait. */
  public void terminate() {
    // Through the handle: the process itself would also close the output, which tells how it ended.
    process.toHandle().destroy();
  }

  /** SIGKILL: nothing in that JVM runs any more. */
  public void kill() {
    process.toHandle().destroyForcibly();
    exitCode();
  }

  /** Waits for the end. */
  public int exitCode() {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the server did not end");
      }
      return process.exitValue();
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
