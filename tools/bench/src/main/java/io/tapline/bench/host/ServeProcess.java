package io.tapline.bench.host;

import io.tapline.server.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * {@code tapline serve} on a database of the bench, in a process of its own, with the default
 * settings and the JVM options of the launcher. It starts without the launcher's archive of
 * classes, which holds for another class path. Its log, one line for each action, is written and
 * discarded. It ends with this JVM, also when this JVM is killed (see {@link ServeMain}).
 */
public final class ServeProcess implements AutoCloseable {

  /** The class to start in a process of its own. */
  public static final String MAIN = ServeMain.class.getName();

  /** The JVM options of a server, separated by spaces; the launcher sets them for the bench. */
  private static final String OPTIONS = "tapline.bench.serverOptions";

  private static final Pattern ADDRESS = Pattern.compile("\\s*address\\s+(http://\\S+)\\s*");
  private static final Pattern GRPC = Pattern.compile("\\s*gRPC\\s+port (\\d+)\\s*");
  private static final int START_SECONDS = 300;
  private static final int STOP_SECONDS = 30;

  private final Process process;
  private final CompletableFuture<String> address = new CompletableFuture<>();
  private final CompletableFuture<String> grpcPort = new CompletableFuture<>();

  private ServeProcess(Process process) {
    this.process = process;
    var reader = new Thread(this::read, "bench-serve");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Ready when it returns.
   *
   * @param tokens as {@code TAPLINE_TOKENS} has them
   */
  public static ServeProcess start(BenchDatabase at, String tokens) {
    return start(builder(at, tokens));
  }

  private static ProcessBuilder builder(BenchDatabase at, String tokens) {
    var builder = new ProcessBuilder(command());
    builder.environment().put("TAPLINE_DATABASE_URL", at.jdbcUrl());
    builder.environment().put("TAPLINE_DATABASE_USER", at.user());
    builder.environment().put("TAPLINE_DATABASE_PASSWORD", at.password());
    builder.environment().put("TAPLINE_OWNER_PASSWORD", BenchServer.PASSWORDS.owner());
    builder.environment().put("TAPLINE_SERVING_PASSWORD", BenchServer.PASSWORDS.serving());
    builder.environment().put("TAPLINE_TOKENS", tokens);
    builder.redirectErrorStream(true);
    return builder;
  }

  static List<String> command() {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(compiler());
    command.addAll(options());
    command.addAll(List.of("-Xmx512m", "-Dlogging.config=" + logging()));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    command.addAll(List.of("--port", "0", "--grpc-port", "0"));
    return command;
  }

  private static List<String> options() {
    var options = System.getProperty(OPTIONS, "");
    return options.isBlank() ? List.of() : List.of(options.split(" "));
  }

  /** The compiler level of this JVM: all levels in a measurement, the first one in tests. */
  private static List<String> compiler() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-XX:TieredStopAtLevel="))
        .toList();
  }

  private static ServeProcess start(ProcessBuilder builder) {
    try {
      var serve = new ServeProcess(builder.start());
      serve.address();
      return serve;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The server's own, not the bench's, which comes first on the class path. */
  public static String logging() {
    var code = Main.class.getProtectionDomain().getCodeSource().getLocation();
    var place = code.toString();
    return place.endsWith(".jar") ? "jar:" + place + "!/logback.xml" : place + "logback.xml";
  }

  public String address() {
    return await(address);
  }

  /** Host and port where work is streamed from. */
  public String grpcAddress() {
    return "127.0.0.1:" + await(grpcPort);
  }

  private String await(CompletableFuture<String> value) {
    try {
      return value.get(START_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      close();
      throw new IllegalStateException("the server did not start: " + e.getMessage(), e);
    }
  }

  private void read() {
    var output = new StringBuilder();
    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        // Later output is one line per action, which no run needs.
        if (!grpcPort.isDone()) {
          match(line);
          output.append(line).append('\n');
        }
      }
    } catch (IOException e) {
      // It has ended.
    }
    var ended = new IllegalStateException("the process ended after this output:\n" + output);
    address.completeExceptionally(ended);
    grpcPort.completeExceptionally(ended);
  }

  private void match(String line) {
    match(ADDRESS, line, address);
    match(GRPC, line, grpcPort);
  }

  private static void match(Pattern pattern, String line, CompletableFuture<String> value) {
    var found = pattern.matcher(line);
    if (found.matches()) {
      value.complete(found.group(1));
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Every role that a bench needs, for one tenant. */
  public static String token(String token, String tenant) {
    return token + "=" + tenant + "/" + String.join("+", List.of("admin", "worker_service"));
  }
}
