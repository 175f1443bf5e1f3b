package io.tapline.bench.host;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
  private static final int STOP_SECONDS = 60;
  private static final int OK = 200;
  private static final Duration ASK_AGAIN = Duration.ofMillis(5);

  private final Process process;
  private final ServerOutput output;
  private final Duration untilReady;

  private LaunchedServer(ProcessBuilder builder) {
    long start = System.nanoTime();
    process = UncheckedCalls.get(builder::start);
    output = new ServerOutput(process, PID, ServerOutput.ADDRESS);
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
    return output.get(ServerOutput.ADDRESS);
  }

  /**
   * Processor time of the server without its PostgreSQL, in microseconds.
   *
   * @return null if the system does not provide it
   */
  public Double cpuMicros() {
    return CpuTime.ofProcess(Long.parseLong(output.get(PID)));
  }

  private void awaitReady() {
    var request = HttpRequest.newBuilder(URI.create(address() + "/health/ready")).build();
    var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    while (UncheckedCalls.get(() -> client.send(request, HttpResponse.BodyHandlers.discarding()))
            .statusCode()
        != OK) {
      LockSupport.parkNanos(ASK_AGAIN.toNanos());
    }
  }

  @Override
  public void close() {
    UncheckedCalls.run(process.getOutputStream()::close);
    ChildProcesses.awaitEnd(process, STOP_SECONDS);
  }
}
