package io.tapline.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** A request and its log lines are found by one id, which the answer carries. */
@TaplineServer
class RequestIdTest {

  private static final String HEADER = "X-Request-Id";
  private static final String ACTIONS = "/api/v1/execution/actions/";

  private static TestTapline tapline;
  private static TenantApi lab;

  private final Logger logger = (Logger) LoggerFactory.getLogger("tapline");

  /** The id belongs to the thread that logs, so it is read there. */
  private final ListAppender<ILoggingEvent> lines =
      new ListAppender<>() {
        @Override
        protected void append(ILoggingEvent event) {
          event.prepareForDeferredProcessing();
          super.append(event);
        }
      };

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  @BeforeEach
  void listen() {
    lines.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(lines);
  }

  @AfterEach
  void leave() {
    logger.detachAppender(lines);
    logger.setLevel(null);
  }

  private List<JsonNode> lines(String id) {
    var json = new JsonLines();
    json.start();
    return List.copyOf(lines.list).stream()
        .map(event -> Json.parse(json.doLayout(event)))
        .filter(line -> line.path("request_id").asString("").equals(id))
        .toList();
  }

  private static HttpReply malformed(String id) {
    return tapline
        .as("acme-admin")
        .with(HEADER, id)
        .send("POST", ACTIONS + "enqueue", "{".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void the_answer_carries_the_id_of_the_request_or_a_new_one() {
    var admin = tapline.as("acme-admin").with(HEADER, "lims-7/42");
    assertThat(admin.get("queues").header(HEADER)).isEqualTo("lims-7/42");
    assertThat(admin.get("subjects/none").header(HEADER)).isEqualTo("lims-7/42");
    assertThat(admin.get("/no/such/path").header(HEADER)).isEqualTo("lims-7/42");
    assertThat(malformed("lims-8").header(HEADER)).isEqualTo("lims-8");
    assertThat(tapline.as(null).with(HEADER, "lims-9").get("queues").header(HEADER))
        .isEqualTo("lims-9");
    var first = tapline.as(null).get("/health").header(HEADER);
    assertThat(first).isNotBlank();
    assertThat(tapline.as(null).get("/health").header(HEADER)).isNotEqualTo(first);
    for (var refused : List.of("two words", "x".repeat(129), "a\"b", "<id>")) {
      assertThat(tapline.as(null).with(HEADER, refused).get("/health").header(HEADER))
          .matches("[0-9a-f-]{36}");
    }
  }

  @Test
  void the_line_of_an_action_has_the_id_of_its_request() {
    var queue = lab.queue();
    tapline
        .as("acme-operator")
        .with(HEADER, "enqueue-1")
        .post(
            "actions/enqueue",
            TenantApi.body("queue_key", queue, "template_code", "data/execution/task/1.0"))
        .ok();
    assertThat(lines("enqueue-1"))
        .extracting(line -> line.path("action_key").asString(""))
        .contains("enqueue_subject");
  }

  @Test
  void a_request_that_is_refused_before_it_is_an_action_leaves_one_line() {
    assertThat(malformed("bad-1").status()).isEqualTo(400);
    assertThat(lines("bad-1"))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.path("message").asString()).isEqualTo("request refused");
              assertThat(line.path("request").asString()).isEqualTo("POST " + ACTIONS + "enqueue");
              assertThat(line.path("status").asInt()).isEqualTo(400);
              assertThat(line.path("code").asString()).isEqualTo("MALFORMED_REQUEST");
              assertThat(line.path("field").asString()).isEqualTo("body");
              assertThat(line.path("principal").isNull()).isFalse();
            });
    tapline
        .as("acme-operator")
        .with(HEADER, "bad-2")
        .post("actions/requeue", TenantApi.body("subject_euid", "x", "reason", "y"))
        .problem();
    assertThat(lines("bad-2"))
        .as("the engine refused it, and logged the action")
        .singleElement()
        .satisfies(line -> assertThat(line.path("outcome").asString()).isEqualTo("refused"));
  }

  @Test
  void text_lines_have_the_id_too() {
    malformed("bad-3");
    var text = new TextLines();
    text.start();
    assertThat(lines.list.stream().map(text::doLayout))
        .anyMatch(line -> line.contains("request refused") && line.contains("request_id=bad-3"));
  }
}
