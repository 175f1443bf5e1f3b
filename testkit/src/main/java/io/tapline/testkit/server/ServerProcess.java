package io.tapline.testkit.server;

import io.tapline.postgres.ScratchDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server in its own JVM, on the class path of the tests. */
final class ServerProcess implements AutoCloseable {

  /** A name, because the client does not depend on the server. */
  private static final String MAIN = "io.tapline.server.Main";

  private static final Pattern ADDRESS = Pattern.compile("\\s*address\\s+(http://\\S+)\\s*");
  private static final long PATIENCE_SECONDS = 30;
  private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

  private final Process process;
  private final String url;
  private final Thread atExit = new Thread(this::kill, "tapline-test-server-end");

  private ServerProcess(Process process) {
    this.process = process;
    // The server must not outlive this JVM.
    Runtime.getRuntime().addShutdownHook(atExit);
    var output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.url = address(output);
    var reader = new Thread(() -> output.lines().forEach(LOG::debug), "tapline-test-server-output");
    reader.setDaemon(true);
    reader.start();
  }

  static ServerProcess start(ScratchDatabase database, String tokens) {
    requireServer();
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            // A short start matters more than peak speed.
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            MAIN,
            "--port",
            "0",
            "--test-clock",
            "--accept-weak-durability");
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("TAPLINE_"));
    builder.environment().putAll(environment(database, tokens));
    try {
      return new ServerProcess(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> environment(ScratchDatabase database, String tokens) {
    return Map.of(
        "TAPLINE_TOKENS",
        tokens,
        "TAPLINE_DATABASE_URL",
        database.jdbcUrl(),
        "TAPLINE_DATABASE_USER",
        database.user(),
        "TAPLINE_DATABASE_PASSWORD",
        database.password(),
        "TAPLINE_OWNER_PASSWORD",
        ScratchDatabase.OWNER_PASSWORD,
        "TAPLINE_SERVING_PASSWORD",
        ScratchDatabase.SERVING_PASSWORD);
  }

  static void requireServer() {
    requireServer(MAIN);
  }

  static void requireServer(String main) {
    try {
      Class.forName(main, false, Thread.currentThread().getContextClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          "There is no Tapline server on the class path of the tests: add the dependency"
              + " io.tapline:tapline-server in scope test.",
          e);
    }
  }

  private String address(BufferedReader output) {
    var printed = new StringBuilder();
    try {
      for (var line = output.readLine(); line != null; line = output.readLine()) {
        var match = ADDRESS.matcher(line);
        if (match.matches()) {
          return match.group(1);
        }
        printed.append(line).append('\n');
      }
    } catch (IOException e) {
      kill();
      throw new UncheckedIOException(e);
    }
    throw new IllegalStateException("the server did not start:\n" + printed);
  }

  String url() {
    return url;
  }

  private void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().removeShutdownHook(atExit);
  }
}
