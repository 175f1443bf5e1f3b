package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Errors before any endpoint is reached are problem details too. */
@TaplineServer
class FrameworkErrorsTest {

  private static final String ENQUEUE = "actions/enqueue";

  private static TestTapline tapline;
  private static HttpApi admin;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    admin = tapline.as("acme-admin");
  }

  private static HttpReply post(String text) {
    return admin.send("POST", ENQUEUE, text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void an_unknown_path_is_not_found() {
    assertThat(admin.get("/nowhere").problem()).isEqualTo("NOT_FOUND");
    assertThat(admin.get("queues/").problem()).isEqualTo("NOT_FOUND");
    assertThat(admin.get("/error").problem()).isEqualTo("NOT_FOUND");
  }

  @Test
  void a_path_with_a_parameter_is_malformed() {
    assertThat(admin.get("/metrics").status()).isEqualTo(200);
    for (var path : new String[] {"/metrics;x", "/metrics;a=b", "/api/v1/me;x"}) {
      assertThat(admin.get(path).problem()).as(path).isEqualTo("MALFORMED_REQUEST");
    }
  }

  @Test
  void another_method_is_told_which_to_use() {
    var reply = admin.send("DELETE", "queues", null);
    assertThat(reply.problem()).isEqualTo("METHOD_NOT_ALLOWED");
    assertThat(reply.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
    assertThat(admin.send("OPTIONS", "queues", null).status()).isEqualTo(204);
    assertThat(admin.send("HEAD", "queues", null).status()).isEqualTo(200);
    assertThat(admin.send("PROPFIND", "queues", null).problem()).isEqualTo("METHOD_NOT_ALLOWED");
  }

  @Test
  void what_is_not_json_is_malformed() {
    for (var text :
        new String[] {"", "{", "{\"a\":}", "{} {}", "\u0000", "nul", "{\"a\":1,\"a\":2}"}) {
      var reply = post(text);
      assertThat(reply.problem()).as(text).isEqualTo("MALFORMED_REQUEST");
      assertThat(reply.field()).isEqualTo("body");
    }
    assertThat(post("[".repeat(10_000)).problem()).isEqualTo("MALFORMED_REQUEST");
  }

  @Test
  void json_that_is_no_object_is_refused() {
    for (var text : new String[] {"[]", "7", "\"a\"", "null", "true"}) {
      assertThat(post(text).problem()).as(text).isEqualTo("VALIDATION_FAILED");
    }
  }

  @Test
  void what_is_not_utf_8_is_malformed() {
    var reply = admin.send("POST", ENQUEUE, new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'});
    assertThat(reply.problem()).isEqualTo("MALFORMED_REQUEST");
    assertThat(reply.field()).isEqualTo("body");
  }

  @Test
  void another_media_type_is_refused() {
    for (var type :
        new String[] {
          "text/plain", "application/x-www-form-urlencoded", "nonsense", "*/*", "application/*", "*"
        }) {
      assertThat(
              admin
                  .with("Content-Type", type)
                  .send("POST", ENQUEUE, new byte[] {'{', '}'})
                  .problem())
          .as(type)
          .isEqualTo("UNSUPPORTED_MEDIA_TYPE");
    }
  }

  @Test
  void a_media_type_says_nothing_where_no_body_is_read() {
    for (var type : new String[] {"*/*", "application/*", "text/plain"}) {
      assertThat(admin.with("Content-Type", type).get("queues").status()).as(type).isEqualTo(200);
      assertThat(admin.with("Content-Type", type).get("/nowhere").problem()).isEqualTo("NOT_FOUND");
    }
  }

  @Test
  void a_body_that_is_too_large_is_refused_and_the_client_hears_it() {
    assertThat(post("\"" + "x".repeat(10_000_000) + "\"").problem()).isEqualTo("PAYLOAD_TOO_LARGE");
  }

  @Test
  void an_unknown_parameter_is_refused_by_name() {
    var reply = admin.get("workers?stauts=ONLINE");
    assertThat(reply.problem()).isEqualTo("VALIDATION_FAILED");
    assertThat(reply.field()).isEqualTo("stauts");
  }

  @Test
  void a_bad_value_of_a_parameter_is_refused_by_name() {
    for (var query :
        new String[] {
          "status=LAZY", "limit=0", "limit=501", "limit=x", "limit=99999999999", "cursor=x"
        }) {
      var reply = admin.get("workers?" + query);
      assertThat(reply.problem()).as(query).isEqualTo("VALIDATION_FAILED");
      assertThat(reply.field()).isEqualTo(query.substring(0, query.indexOf('=')));
    }
    assertThat(admin.get("workers?limit=1&limit=2").field()).isEqualTo("limit");
    assertThat(admin.get("queues/q/items?site=%00").field()).isEqualTo("site");
    assertThat(admin.get("queues/q/items?site=%ff").field()).isEqualTo("site");
  }

  @Test
  void a_queue_key_with_a_slash_can_be_asked_for() {
    assertThat(admin.get("queues/a%2Fb").json().path("detail").asString()).contains("a/b");
  }

  @Test
  void what_tomcat_itself_refuses_is_a_problem_too() throws IOException {
    assertThat(raw("GET /api/v1/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 400")
        .contains("application/problem+json", "MALFORMED_REQUEST");
    assertThat(raw("GET /health HTTP/1.1\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 400")
        .contains("MALFORMED_REQUEST");
    assertThat(raw("TRACE /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 405");
    assertThat(raw("nonsense\r\n\r\n")).startsWith("HTTP/1.1 400");
    assertThat(
            raw(
                "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: "
                    + "x".repeat(20_000)
                    + "\r\n\r\n"))
        .startsWith("HTTP/1.1 400");
  }

  private static String raw(String request) throws IOException {
    try (var socket = new Socket("127.0.0.1", tapline.server().port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
