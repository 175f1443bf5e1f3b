package io.tapline.cli;

import io.tapline.cli.base.CommandEnvironment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Runs the most frequent commands so that the JVM records the classes that they load; {@code
 * ./tapline} stores these classes in an archive, from which they load in a third of the time. The
 * server used here returns one fixed answer to every request.
 */
final class ArchiveTraining {

  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("queues"),
          List.of("queues", "--json"),
          List.of("items", "q"),
          List.of("show", "Z-TK-1A"),
          List.of("why", "Z-TK-1A"),
          List.of("history", "Z-TK-1A"),
          List.of("workers"),
          List.of("leases"),
          List.of("holds"),
          List.of("dead-letter"),
          List.of("events"),
          List.of("enqueue", "--queue", "q", "-p", "sample=S-1"),
          List.of("hold", "Z-TK-1A", "--code", "RECHECK", "--reason", "r"),
          List.of("queue", "show", "q"),
          List.of("jobs", "list"),
          List.of("workflows", "list"),
          List.of("--version"),
          List.of("queue", "--help"),
          // A refusal, and a server that cannot be reached.
          List.of("show"),
          List.of("queues", "--url", "http://127.0.0.1:9"));

  private static final String ROW =
      "{\"queue_key\":\"q\",\"subject_euid\":\"Z-TK-1A\",\"enabled\":true,\"queue_depth\":1,"
          + "\"oldest_job_age_seconds\":1.5,\"throughput_success_per_minute\":0.1,\"revision\":1,"
          + "\"execution\":{\"state\":\"READY\",\"ready_at\":\"2026-01-05T12:00:00.000000Z\"},"
          + "\"diagnostics\":{\"claimable\":true,\"reasons\":[]},\"properties\":{\"a\":[1,null]}";
  private static final String ANSWER = ROW + ",\"items\":[" + ROW + "}],\"next_cursor\":null}";

  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *(\\d+)");

  private ArchiveTraining() {}

  public static void main(String[] arguments) throws IOException {
    try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      var answering = new Thread(() -> answer(server), "answers");
      answering.setDaemon(true);
      answering.start();
      var url = "http://127.0.0.1:" + server.getLocalPort();
      for (var command : COMMANDS) {
        Tapline.run(surroundings(url), command.toArray(String[]::new));
      }
    }
    // The threads of the client would keep the JVM alive for some time.
    System.exit(0);
  }

  private static CommandEnvironment surroundings(String url) {
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    return new CommandEnvironment(
        Map.of("TAPLINE_URL", url, "TAPLINE_TOKEN", "t"),
        Path.of("").toAbsolutePath(),
        new ByteArrayInputStream(new byte[0]),
        nowhere,
        nowhere,
        new CommandEnvironment.Terminals(true, true, true));
  }

  private static void answer(ServerSocket server) {
    try {
      while (true) {
        try (var caller = server.accept()) {
          answer(caller);
        }
      }
    } catch (IOException e) {
      // The closed socket ends the training.
    }
  }

  /** Answers one request of a connection. */
  private static void answer(Socket caller) throws IOException {
    var in = caller.getInputStream();
    var length = LENGTH.matcher(head(in));
    in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
    var body = ANSWER.getBytes(StandardCharsets.UTF_8);
    var head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
            + "Content-Length: "
            + body.length
            + "\r\n\r\n";
    caller.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    caller.getOutputStream().write(body);
    caller.getOutputStream().flush();
  }

  private static String head(InputStream in) throws IOException {
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        break;
      }
      head.append((char) next);
    }
    return head.toString();
  }
}
