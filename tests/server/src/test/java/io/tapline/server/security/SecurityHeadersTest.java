package io.tapline.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every answer, of any part of the server, tells a browser what not to do with it. */
@TaplineServer
class SecurityHeadersTest {

  private static TestTapline tapline;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
  }

  private static Stream<HttpReply> answers() {
    var admin = tapline.as("acme-admin");
    var nobody = tapline.as(null);
    return Stream.of(
        admin.get("queues"),
        admin.get("/no/such/path"),
        admin.get("queues/nothing"),
        admin.send("DELETE", "queues", null),
        admin.send("OPTIONS", "queues", null),
        admin.send("POST", "actions/enqueue", "{".getBytes(StandardCharsets.UTF_8)),
        admin.get("queues?limit=%FF"),
        nobody.get("queues"),
        nobody.get("/health"),
        nobody.get("/login?code=x"),
        nobody.post("/login", Map.of("token", "acme-admin")));
  }

  @Test
  void every_answer_has_them() {
    answers()
        .forEach(
            reply -> {
              assertThat(reply.header("Content-Security-Policy"))
                  .as(reply.status() + " " + reply.text())
                  .contains("default-src 'none'")
                  .contains("frame-ancestors 'none'")
                  .doesNotContain("unsafe");
              assertThat(reply.header("X-Content-Type-Options")).isEqualTo("nosniff");
              assertThat(reply.header("X-Frame-Options")).isEqualTo("DENY");
              assertThat(reply.header("Referrer-Policy")).isEqualTo("no-referrer");
              assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
              assertThat(reply.headers().allValues("Cache-Control")).hasSize(1);
              assertThat(reply.header("Strict-Transport-Security")).isNull();
              assertThat(reply.header("Server")).isNull();
              assertThat(reply.header("Access-Control-Allow-Origin")).isNull();
            });
  }

  @Test
  void even_one_that_is_not_http_at_all() throws IOException {
    try (var socket = new Socket(tapline.address().getHost(), tapline.address().getPort())) {
      socket
          .getOutputStream()
          .write("GET /a{b}|c HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      socket.shutdownOutput();
      var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 400").contains("X-Content-Type-Options: nosniff");
    }
  }
}
