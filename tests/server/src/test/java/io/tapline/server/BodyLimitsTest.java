package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.Await;
import io.tapline.server.base.FairShare;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerShares;
import io.tapline.server.base.Ticker;
import io.tapline.server.testing.RawHttp;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Request bodies cost the server no more memory, time or threads than each limit allows. */
@TaplineServer
class BodyLimitsTest {

  private static final String ENQUEUE = "/api/v1/execution/actions/enqueue";

  /**
   * More than twice Tomcat's threads on a JVM without virtual ones: a request that comes behind
   * them waits for two of their time-outs.
   */
  private static final int SLOW_SENDERS = 500;

  private static TestTapline tapline;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
  }

  private static String head(String path, long length, String token) {
    return "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
            .formatted(path, length)
        + (token == null ? "" : "Authorization: Bearer " + token + "\r\n")
        + "Connection: close\r\n\r\n";
  }

  private static RawHttp.Answer post(String path, String token, String body) throws IOException {
    return RawHttp.send(
        tapline.server().port(),
        (head(path, body.length(), token) + body).getBytes(StandardCharsets.UTF_8));
  }

  private static String code(RawHttp.Answer answer) {
    return answer.json().path("code").asString();
  }

  @Test
  void an_open_endpoint_refuses_a_body_that_no_credential_needs() throws IOException {
    var body = "{\"a\":[" + "{},".repeat(200_000) + "{}]}";
    var answer = post("/login", null, body);
    assertThat(answer.status()).isEqualTo(413);
    assertThat(code(answer)).isEqualTo("PAYLOAD_TOO_LARGE");
  }

  @Test
  void a_single_request_is_smaller_than_a_batch() throws IOException {
    var body = "{\"reason\":\"" + "x".repeat(3_000_000) + "\"}";
    assertThat(code(post("/api/v1/execution/actions/hold", "acme-admin", body)))
        .isEqualTo("PAYLOAD_TOO_LARGE");
    assertThat(code(post(ENQUEUE, "acme-admin", body))).isEqualTo("VALIDATION_FAILED");
  }

  @Test
  void a_body_of_very_many_values_is_refused_however_short_it_is() throws IOException {
    var body = "{\"a\":[" + "{},".repeat(Json.MAX_TOKENS) + "{}]}";
    assertThat(code(post(ENQUEUE, "acme-admin", body))).isEqualTo("MALFORMED_REQUEST");
  }

  @Test
  void a_refused_body_of_any_size_is_taken_so_that_its_sender_hears_why() throws IOException {
    var body = "x".repeat(10 * 1024 * 1024);
    for (var token : new String[] {"acme-admin", "wrong"}) {
      assertThat(code(post("/api/v1/execution/actions/hold", token, body)))
          .isEqualTo("wrong".equals(token) ? "UNAUTHENTICATED" : "PAYLOAD_TOO_LARGE");
    }
  }

  @Test
  void who_asks_is_known_before_anything_of_the_body_is_read() throws IOException {
    // The body never comes: an answer shows that nobody waited for it.
    try (var socket = open(head(ENQUEUE, 1_000, "wrong"))) {
      assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
          .isEqualTo("HTTP/1.1 401");
    }
  }

  @Test
  void a_request_that_is_sent_by_half_is_closed_and_costs_nothing_more() throws IOException {
    try (var head = open("POST " + ENQUEUE + " HTTP/1.1\r\nHost: x\r\nContent-Ty");
        var body = open(head(ENQUEUE, 1_000, "acme-admin") + "{\"a\":");
        var chunk =
            open(
                head(ENQUEUE, 1_000, "acme-admin")
                        .replace("Content-Length: 1000", "Transfer-Encoding: chunked")
                    + "5\r\n{\"a\":\r\n");
        var refused = open(head(ENQUEUE, 1_000, "wrong") + "{\"a\":")) {
      // Each to its end, which comes only when the server closes the connection.
      assertThat(rest(head)).as("no request came of it").doesNotContain(" 200");
      assertThat(rest(body)).startsWith("HTTP/1.1 408").contains("REQUEST_TIMEOUT");
      assertThat(rest(chunk)).startsWith("HTTP/1.1 408").contains("REQUEST_TIMEOUT");
      assertThat(rest(refused)).startsWith("HTTP/1.1 401").contains("UNAUTHENTICATED");
    }
    assertNothingIsHeld();
  }

  @Test
  void a_body_that_trickles_is_refused_though_it_never_falls_silent() throws IOException {
    var body = "{\"reason\":\"" + "x".repeat(60_000) + "\"}";
    // All of it within the grace, so to speak.
    assertThat(trickled(body, Duration.ofSeconds(2))).contains("VALIDATION_FAILED");
    // 60 KB in half a minute are too few. All the rest is there: it is the pace that is refused.
    assertThat(trickled(body, Duration.ofSeconds(30)))
        .startsWith("HTTP/1.1 408")
        .contains("REQUEST_TIMEOUT", "10240 bytes a second");
    assertNothingIsHeld();
  }

  /** The beginning of it, so much time, and the rest. */
  private static String trickled(String body, Duration meanwhile) throws IOException {
    try (var socket = open(head(ENQUEUE, body.length(), "acme-admin") + body.substring(0, 100))) {
      // It is being read once something of the share is held.
      Await.until("the body is being read", () -> bytes().held() > 0);
      tapline.server().bean(Ticker.class).advance(meanwhile);
      socket.getOutputStream().write(body.substring(100).getBytes(StandardCharsets.UTF_8));
      return rest(socket);
    }
  }

  private static void assertNothingIsHeld() {
    assertThat(bytes().held()).isZero();
  }

  private static FairShare bytes() {
    return tapline.server().bean(ServerShares.class).of(LimitedResource.BODY_BYTES);
  }

  private static Socket open(String request) throws IOException {
    var socket = new Socket("127.0.0.1", tapline.server().port());
    // Longer than anything takes on a busy machine: who is silent for so long hangs.
    socket.setSoTimeout(60_000);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
    return socket;
  }

  private static String rest(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void bodies_of_all_requests_together_are_bounded_and_the_client_is_told_to_come_again()
      throws IOException {
    try (var all = bytes().open(FairShare.Owner.tenant(-1))) {
      assertThat(all.grow(bytes().total())).isTrue();
      var answer = post(ENQUEUE, "acme-admin", "{}");
      assertThat(answer.status()).isEqualTo(503);
      assertThat(code(answer)).isEqualTo("UNAVAILABLE");
      assertThat(answer.headers()).containsKey("retry-after");
    }
    assertThat(code(post(ENQUEUE, "acme-admin", "{}"))).isEqualTo("VALIDATION_FAILED");
    // Whatever was read has been given back.
    assertNothingIsHeld();
  }

  @Test
  void bodies_that_never_come_leave_threads_for_others() throws Exception {
    var sockets = new ArrayList<Socket>();
    try {
      for (int i = 0; i < SLOW_SENDERS; i++) {
        var path = List.of("/login", ENQUEUE).get(i % 2);
        sockets.add(open(head(path, 1_000, null) + "{"));
      }
      var request =
          HttpRequest.newBuilder(tapline.address().resolve(URI.create("/health")))
              .timeout(Duration.ofSeconds(4))
              .build();
      var health = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(health.statusCode()).isEqualTo(200);
      assertThat(health.body()).contains("\"UP\"");
    } finally {
      for (var socket : sockets) {
        socket.close();
      }
    }
  }
}
