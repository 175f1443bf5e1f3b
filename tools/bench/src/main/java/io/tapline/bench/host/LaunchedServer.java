package io.tapline.bench.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * {@code tapline serve} on its own data, started by the command that operators use: the command
 * selects the options of the JVM, which are part of the measured time.
 */
public final class LaunchedServer implements AutoCloseable {

  /** The command in a checkout, the working directory of a bench run. */
  public static final List<String> COMMAND = List.of("./tapline", "serve");

  /**
   * Starts the command and ends it when the input of this script ends, so that the server does not
   * outlive a killed run. The command replaces its own process by the JVM, so both have one pid.
   */
  private static final String WATCHED =
      "exec 3<&0; \"$@\" & server=$!; echo \"pid $server\";"
          + " { cat <&3; kill $server; } >/dev/null 2>&1 & wait $server";

  private static final Pattern PID = Pattern.compile("pid (\\d+)");
  private static final Pattern ADDRESS = Pattern.compile("\\s*address\\s+(http://\\S+)\\s*");
  private static final int START_SECONDS = 600;
  private static final int STOP_SECONDS = 60;
  private static final int OK = 200;
  private static final Duration ASK_AGAIN = Duration.ofMillis(5);

  private final Process process;
  private final CompletableFuture<Long> pid = new CompletableFuture<>();
  private final CompletableFuture<String> address = new CompletableFuture<>();
  private final Duration untilReady;

  private LaunchedServer(ProcessBuilder builder) {
    long start = System.nanoTime();
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var reader = new Thread(this::read, "bench-launched");
    reader.setDaemon(true);
    reader.start();
    try {
      awaitReady();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    untilReady = Duration.ofNanos(System.nanoTime() - start);
  }

  /**
   * Returns when the server is ready.
   *
   * @param command without options
   * @param tokens value of {@code TAPLINE_TOKENS}
   */
  public static LaunchedServer start(List<String> command, Path data, String tokens) {
    var words = new ArrayList<>(List.of("bash", "-c", WATCHED, "bench"));
    words.addAll(command);
    words.addAll(List.of("--port", "0", "--grpc-port", "0", "--data", data.toString()));
    var builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("TAPLINE_TOKENS", tokens);
    return new LaunchedServer(builder);
  }

  /** The time from the command to the first success of the readiness check. */
  public Duration untilReady() {
    return untilReady;
  }

  public String address() {
    return get(address);
  }

  /**
   * Processor time of the server without its PostgreSQL, in microseconds.
   *
   * @return null if the system does not provide it
   */
  public Double cpuMicros() {
    return CpuTime.ofProcess(get(pid));
  }

  private void awaitReady() {
    var request = HttpRequest.newBuilder(URI.create(address() + "/health/ready")).build();
    var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    try {
      while (client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() != OK) {
        LockSupport.parkNanos(ASK_AGAIN.toNanos());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void read() {
    var output = new StringBuilder();
    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        // The lines after the address contain one action each.
        if (!address.isDone()) {
          output.append(line).append('\n');
          find(PID, line).ifPresent(found -> pid.complete(Long.parseLong(found)));
          find(ADDRESS, line).ifPresent(address::complete);
        }
      }
    } catch (IOException e) {
      // The process has ended.
    }
    var ended = new IllegalStateException("the server ended, its output was: " + output);
    pid.completeExceptionally(ended);
    address.completeExceptionally(ended);
  }

  private static Optional<String> find(Pattern pattern, String line) {
    var found = pattern.matcher(line);
    return found.matches() ? Optional.of(found.group(1)) : Optional.empty();
  }

  private static <T> T get(CompletableFuture<T> value) {
    try {
      return value.get(START_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the server did not start", e);
    }
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
