package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.http.BodyBudget;
import io.tapline.server.testing.RawHttp;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What clients send costs the server no more memory, time or threads than each limit allows. */
class BodyLimitsTest {

  private static final String ENQUEUE = "/api/v1/execution/actions/enqueue";

  /**
   * More than twice Tomcat's threads on a JVM without virtual ones: whoever comes behind them waits
   * for two of their time-outs.
   */
  private static final int SLOW_SENDERS = 500;

  private static TestTapline tapline;

  @BeforeAll
  static void start() {
    tapline = TestTapline.start();
  }

  @AfterAll
  static void stop() {
    tapline.close();
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
    var answer =
        RawHttp.send(
            tapline.server().port(),
            head(ENQUEUE, 1_000, "wrong").getBytes(StandardCharsets.UTF_8));
    assertThat(answer.status()).isEqualTo(401);
  }

  @Test
  void bodies_of_all_requests_together_are_bounded_and_the_client_is_told_to_come_again()
      throws IOException {
    var budget = tapline.server().bean(BodyBudget.class);
    assertThat(budget.reserve(budget.most())).isTrue();
    try {
      var answer = post(ENQUEUE, "acme-admin", "{}");
      assertThat(answer.status()).isEqualTo(503);
      assertThat(code(answer)).isEqualTo("UNAVAILABLE");
      assertThat(answer.headers()).containsKey("retry-after");
    } finally {
      budget.release(budget.most());
    }
    assertThat(code(post(ENQUEUE, "acme-admin", "{}"))).isEqualTo("VALIDATION_FAILED");
    // Whatever was read has been given back.
    assertThat(budget.reserve(budget.most())).isTrue();
    budget.release(budget.most());
  }

  @Test
  void bodies_that_never_come_leave_threads_for_others() throws Exception {
    var sockets = new ArrayList<Socket>();
    try {
      for (int i = 0; i < SLOW_SENDERS; i++) {
        var path = List.of("/login", ENQUEUE).get(i % 2);
        var socket = new Socket("127.0.0.1", tapline.server().port());
        socket
            .getOutputStream()
            .write((head(path, 1_000, null) + "{").getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        sockets.add(socket);
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
