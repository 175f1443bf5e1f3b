package io.tapline.server.external;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Work goes out and comes back, signed: once, however often it is sent and by whom. */
@TaplineServer
class CallbackTest {

  private static final String SECRET = "correct horse battery staple, and more of it";

  private static TestTapline tapline;
  private static TenantApi lab;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  private static String queue() {
    var queue = lab.queue();
    setSecret(queue, SECRET).ok();
    return queue;
  }

  private static HttpReply setSecret(String queue, String secret) {
    return lab.admin.post(
        "actions/set-callback-secret",
        TenantApi.body("queue_key", queue, "secret", secret, "reason", "a new cluster"));
  }

  /** A subject that waits for the outside under the reference run-1. */
  private static String dispatched(String queue) {
    lab.enqueue(queue);
    var worker = lab.worker();
    var claim = TenantApi.body("worker_euid", worker, "queue_key", queue, "start", true);
    var item = lab.service.post("actions/claim", claim).ok().path("claims").get(0);
    lab.service
        .post("actions/dispatch-external", TenantApi.on(worker, item, "external_ref", "run-1"))
        .ok();
    return item.path("subject_euid").asString();
  }

  private static Map<String, Object> result(String subject, String outcome) {
    var body = new HashMap<String, Object>();
    body.put("subject_euid", subject);
    body.put("external_ref", "run-1");
    body.put("outcome", outcome);
    return body;
  }

  private static long now() {
    try (var connection = tapline.scratch().connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("select extract(epoch from tapline.clock())::bigint")) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static HttpReply send(String queue, Map<String, Object> body) {
    return send(queue, body, SECRET, "acme", now());
  }

  private static HttpReply send(
      String queue, Map<String, Object> body, String secret, String tenant, long timestamp) {
    var text = Json.print(body);
    var signed = timestamp + "." + tenant + "." + queue + "." + text;
    var hex =
        HexFormat.of().formatHex(SecretSeal.hmac(secret.getBytes(StandardCharsets.UTF_8), signed));
    return outside()
        .with("Tapline-Tenant", tenant)
        .with("Tapline-Timestamp", Long.toString(timestamp))
        .with("Tapline-Signature", "sha256=" + hex)
        .send("POST", "/api/v1/external/callbacks/" + queue, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Somebody without a token. */
  private static HttpApi outside() {
    return tapline.as(null);
  }

  @Test
  void a_signed_result_is_recorded_once_however_often_it_comes() {
    var queue = queue();
    var subject = dispatched(queue);
    var first = send(queue, result(subject, "COMPLETED"));
    assertThat(first.ok().path("replayed").asBoolean()).isFalse();
    assertThat(lab.state(subject)).isEqualTo("COMPLETED");
    tapline.advance(Duration.ofHours(1));
    var again = send(queue, result(subject, "COMPLETED"));
    assertThat(again.ok().path("replayed").asBoolean()).isTrue();
    assertThat(again.json().path("action_euid")).isEqualTo(first.json().path("action_euid"));
  }

  @Test
  void a_second_result_of_one_dispatch_is_refused() {
    var queue = queue();
    var subject = dispatched(queue);
    send(queue, result(subject, "COMPLETED")).ok();
    assertThat(send(queue, result(subject, "FAILED_TERMINAL")).problem())
        .isEqualTo("SUBJECT_TERMINAL");
  }

  @Test
  void a_late_result_is_recorded_at_both_doors_and_leaves_the_subject_as_it_is() {
    for (boolean signed : new boolean[] {true, false}) {
      for (var verb : List.of("cancel", "requeue")) {
        var queue = queue();
        var subject = dispatched(queue);
        lab.operator
            .post(
                "actions/" + verb, TenantApi.body("subject_euid", subject, "reason", "not needed"))
            .ok();
        var before = lab.operator.get("subjects/" + subject).ok().path("execution");
        var body = result(subject, "COMPLETED");
        body.put("result_payload", Map.of("q30", 0.93));
        body.put("idempotency_key", "slurm-17");
        var answer = late(signed, queue, body).ok();
        assertThat(answer.path("status").asString()).isEqualTo("RECORDED_LATE");
        assertThat(answer.path("result").path("state")).isEqualTo(before.path("state"));
        assertThat(lab.operator.get("subjects/" + subject).ok().path("execution"))
            .isEqualTo(before);
        var history = lab.operator.get("subjects/" + subject + "/history").ok();
        var record =
            history
                .path("records")
                .valueStream()
                .filter(one -> one.path("record_euid").equals(answer.path("record_euid")))
                .findFirst()
                .orElseThrow();
        assertThat(record.at("/result_snapshot/q30").asDouble()).isEqualTo(0.93);
        assertThat(record.path("status").asString()).isEqualTo("SUCCEEDED");
        var action = history.path("actions").get(history.path("actions").size() - 1);
        assertThat(action.path("action_key").asString()).isEqualTo("record_external_result");
        assertThat(action.path("status").asString()).isEqualTo("RECORDED_LATE");
        var again = late(signed, queue, body).ok();
        assertThat(again.path("replayed").asBoolean()).isTrue();
        assertThat(again.path("record_euid")).isEqualTo(answer.path("record_euid"));
        body.put("idempotency_key", "slurm-18");
        assertThat(late(signed, queue, body).status()).isEqualTo(409);
      }
    }
  }

  private static HttpReply late(boolean signed, String queue, Map<String, Object> body) {
    return signed ? send(queue, body) : lab.service.post("actions/external-result", body);
  }

  @Test
  void whatever_is_wrong_about_a_signature_the_answer_is_the_same() {
    var queue = queue();
    var bare = lab.queue();
    var subject = dispatched(queue);
    var body = result(subject, "COMPLETED");
    var right = now();
    var wrongs =
        new HttpReply[] {
          send(queue, body, "another secret, just as long as it is", "acme", right),
          send(queue, body, SECRET, "other", right),
          send(queue, body, SECRET, "nobody", right),
          send("no-such-queue", body, SECRET, "acme", right),
          send(bare, body, SECRET, "acme", right),
          send(queue, body, SECRET, "acme", right - 301),
          send(queue, body, SECRET, "acme", right + 400),
          send(queue, body, SECRET, "acme", Long.MAX_VALUE)
        };
    for (var wrong : wrongs) {
      assertThat(wrong.status()).isEqualTo(401);
      assertThat(wrong.json().path("detail")).isEqualTo(wrongs[0].json().path("detail"));
    }
    assertThat(lab.state(subject)).isEqualTo("WAITING_EXTERNAL");
    assertThat(outside().post("/api/v1/external/callbacks/" + queue, body).problem())
        .isEqualTo("VALIDATION_FAILED");
  }

  @Test
  void a_queues_secret_speaks_for_its_own_work_only() {
    var queue = queue();
    var elsewhere = dispatched(queue());
    assertThat(send(queue, result(elsewhere, "COMPLETED")).problem()).isEqualTo("NOT_FOUND");
    assertThat(lab.state(elsewhere)).isEqualTo("WAITING_EXTERNAL");
  }

  @Test
  void a_new_secret_ends_the_old_one() {
    var queue = queue();
    var subject = dispatched(queue);
    var next = "a secret of the next cluster, forty long";
    setSecret(queue, next).ok();
    assertThat(send(queue, result(subject, "COMPLETED")).status()).isEqualTo(401);
    send(queue, result(subject, "COMPLETED"), next, "acme", now()).ok();
  }

  @Test
  void nobody_can_read_a_secret_again() throws SQLException {
    var queue = queue();
    var answer = setSecret(queue, SECRET);
    assertThat(answer.text()).doesNotContain(SECRET);
    assertThat(lab.admin.get("queues/" + queue).text()).doesNotContain(SECRET);
    try (var connection = tapline.scratch().connect();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "select count(*) from tapline.generic_instance where json_addl::text like '%"
                    + SECRET
                    + "%'")) {
      rows.next();
      assertThat(rows.getLong(1)).isZero();
    }
    assertThat(setSecret(queue, "too short").problem()).isEqualTo("VALIDATION_FAILED");
    assertThat(
            lab.operator
                .post(
                    "actions/set-callback-secret",
                    TenantApi.body("queue_key", queue, "secret", SECRET, "reason", "x"))
                .status())
        .isEqualTo(403);
  }

  @Test
  void ready_goes_on_and_running_is_not_the_outsides_to_say() {
    var queue = queue();
    var next = lab.queue();
    var subject = dispatched(queue);
    assertThat(send(queue, result(subject, "RUNNING")).problem()).isEqualTo("VALIDATION_FAILED");
    var ready = result(subject, "READY");
    ready.put("next_queue_key", next);
    send(queue, ready).ok();
    assertThat(lab.operator.get("queues/" + next + "/items").ok().path("items").size())
        .isEqualTo(1);
  }
}
