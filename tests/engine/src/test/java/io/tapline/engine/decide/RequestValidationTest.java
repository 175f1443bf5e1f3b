package io.tapline.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.request.AdministerWorker;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.ExpireLease;
import io.tapline.api.request.ExternalResult;
import io.tapline.api.request.Fail;
import io.tapline.api.request.Heartbeat;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.Prepare;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.Release;
import io.tapline.api.request.ReleaseHold;
import io.tapline.api.request.Renew;
import io.tapline.api.request.RequestValidation;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.ResolveDeadLetter;
import io.tapline.api.request.RetireQueue;
import io.tapline.api.request.Start;
import io.tapline.api.request.UpdateQueue;
import io.tapline.tapdb.Json;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RequestValidationTest {

  private static final String LEASE =
      "{'subject_euid':'s','worker_euid':'w','lease_euid':'l','expect':{}";
  private static final Map<Class<? extends Command>, String> SOUND =
      Map.ofEntries(
          Map.entry(Enqueue.class, "{'template_code':'t','queue_key':'q'}"),
          Map.entry(Prepare.class, "{'template_code':'t'}"),
          Map.entry(Claim.class, "{'worker_euid':'w','max_items':1}"),
          Map.entry(Start.class, LEASE + "}"),
          Map.entry(Complete.class, LEASE + "}"),
          Map.entry(Fail.class, LEASE + ",'error_class':'TRANSIENT_SYSTEM'}"),
          Map.entry(Release.class, LEASE + "}"),
          Map.entry(Renew.class, LEASE + "}"),
          Map.entry(Dispatch.class, LEASE + ",'external_ref':'e'}"),
          Map.entry(
              ExternalResult.class,
              "{'subject_euid':'s','external_ref':'e','outcome':'COMPLETED'}"),
          Map.entry(PlaceHold.class, "{'subject_euid':'s','hold_code':'QC','reason':'r'}"),
          Map.entry(ReleaseHold.class, "{'hold_euid':'h'}"),
          Map.entry(Requeue.class, "{'subject_euid':'s','reason':'r'}"),
          Map.entry(Cancel.class, "{'subject_euid':'s','reason':'r'}"),
          Map.entry(ExpireLease.class, "{'lease_euid':'l','reason':'r'}"),
          Map.entry(
              ResolveDeadLetter.class,
              "{'dead_letter_euid':'d','reason':'r','resolution_state':'IGNORED'}"),
          Map.entry(
              CreateQueue.class, "{'queue_key':'q','fields':{'subject_template_codes':['t']}}"),
          Map.entry(UpdateQueue.class, "{'queue_key':'q','expected_revision':1,'fields':{}}"),
          Map.entry(RetireQueue.class, "{'queue_key':'q','reason':'r'}"),
          Map.entry(RegisterWorker.class, "{'worker_key':'w','worker_type':'SERVICE'}"),
          Map.entry(Heartbeat.class, "{'worker_euid':'w'}"),
          Map.entry(
              AdministerWorker.class, "{'action':'drain_worker','worker_euid':'w','reason':'r'}"));

  @Test
  void a_sound_request_of_every_kind_passes() {
    for (var kind : SOUND.keySet()) {
      assertThat(sound(kind).refusal()).as(kind.getSimpleName()).isNull();
    }
  }

  static Stream<Arguments> limits() {
    return Stream.of(
        text(Enqueue.class, "meta.idempotency_key", Limits.KEY),
        text(Enqueue.class, "meta.correlation_id", Limits.CODE),
        text(Enqueue.class, "template_code", Limits.KEY),
        text(Enqueue.class, "subject_name", Limits.NAME),
        text(Enqueue.class, "queue_key", Limits.KEY),
        text(Enqueue.class, "next_action_key", Limits.KEY),
        text(Enqueue.class, "scope.site", Limits.NAME),
        text(Enqueue.class, "scope.platform", Limits.NAME),
        text(Enqueue.class, "scope.assay", Limits.NAME),
        range(Enqueue.class, "priority", -Limits.PRIORITY, Limits.PRIORITY),
        range(Enqueue.class, "max_attempts", 1, Limits.ATTEMPTS),
        text(Prepare.class, "subject_name", Limits.NAME),
        range(Claim.class, "max_items", 1, Limits.CLAIM),
        text(Complete.class, "action_key", Limits.KEY),
        text(Complete.class, "next_queue_key", Limits.KEY),
        code(Fail.class, "error_code"),
        text(Fail.class, "error_message", Limits.TEXT),
        text(Release.class, "reason", Limits.TEXT),
        text(Dispatch.class, "external_ref", Limits.KEY),
        code(PlaceHold.class, "hold_code"),
        text(PlaceHold.class, "reason", Limits.TEXT),
        text(ReleaseHold.class, "reason", Limits.TEXT),
        range(Requeue.class, "priority", -Limits.PRIORITY, Limits.PRIORITY),
        text(Cancel.class, "reason", Limits.TEXT),
        text(RetireQueue.class, "replaced_by", Limits.KEY),
        range(CreateQueue.class, "fields.dispatch_priority", 0, Limits.PRIORITY),
        range(CreateQueue.class, "fields.lease_ttl_seconds", 1, Limits.LEASE_TTL_SECONDS),
        range(CreateQueue.class, "fields.max_attempts_default", 1, Limits.ATTEMPTS),
        range(CreateQueue.class, "fields.retention_days", Limits.FOR_EVER, Limits.KEPT_DAYS),
        range(CreateQueue.class, "fields.evidence_days", Limits.FOR_EVER, Limits.KEPT_DAYS),
        retry("initial_delay_seconds", 0, Limits.RETRY_DELAY_SECONDS),
        retry("max_delay_seconds", 0, Limits.RETRY_DELAY_SECONDS),
        retry("backoff_factor", 1, (long) Limits.BACKOFF_FACTOR),
        retry("jitter_fraction", 0, 1),
        text(RegisterWorker.class, "worker_key", Limits.KEY),
        text(RegisterWorker.class, "host", Limits.NAME),
        range(RegisterWorker.class, "max_concurrent_leases", 1, Limits.CONCURRENT_LEASES),
        range(RegisterWorker.class, "heartbeat_ttl_seconds", 1, Limits.HEARTBEAT_TTL_SECONDS),
        list(RegisterWorker.class, "capabilities"),
        list(CreateQueue.class, "fields.site_scope"),
        list(Complete.class, "outputs"),
        text(Heartbeat.class, "last_error_class", Limits.NAME),
        text(AdministerWorker.class, "reason", Limits.TEXT));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("limits")
  void a_limit_admits_what_is_on_it_and_refuses_what_is_beyond(
      SoundRequest request, String path, List<Object> within, List<Object> beyond) {
    for (var value : within) {
      assertThat(request.with(path, value).refusal()).as("%s", value).isNull();
    }
    var field = path.replaceFirst("^(meta|fields)\\.", "");
    for (var value : beyond) {
      var refusal = request.with(path, value).refusal();
      assertThat(refusal).as("%s", value).isNotNull();
      assertThat(refusal.code()).isEqualTo(Code.VALIDATION_FAILED);
      assertThat(refusal.field()).isEqualTo(field);
    }
  }

  @Test
  void every_request_but_a_heartbeat_needs_an_idempotency_key() {
    for (var kind : SOUND.keySet()) {
      var refusal = sound(kind).with("meta.idempotency_key", null).refusal();
      if (kind == Heartbeat.class) {
        assertThat(refusal).isNull();
      } else {
        assertThat(refusal.field()).as(kind.getSimpleName()).isEqualTo("idempotency_key");
      }
    }
  }

  @Test
  void integrity_critical_actions_need_a_reason() {
    for (var kind :
        List.of(
            PlaceHold.class,
            Requeue.class,
            Cancel.class,
            ExpireLease.class,
            ResolveDeadLetter.class,
            RetireQueue.class,
            AdministerWorker.class)) {
      assertThat(sound(kind).with("reason", null).refusal().field()).isEqualTo("reason");
      assertThat(sound(kind).with("reason", " ").refusal().field()).isEqualTo("reason");
    }
  }

  @Test
  void a_payload_is_kept_up_to_its_limit_in_bytes() {
    // {"a":"…"} is eight bytes longer than its text; every "ø" is two.
    int room = Limits.PAYLOAD_BYTES - 8;
    assertThat(payload("x".repeat(room))).isNull();
    assertThat(payload("x".repeat(room + 1)).code()).isEqualTo(Code.PAYLOAD_TOO_LARGE);
    assertThat(payload("ø".repeat(room / 2))).isNull();
    assertThat(payload("ø".repeat(room / 2 + 1)).code()).isEqualTo(Code.PAYLOAD_TOO_LARGE);
  }

  @Test
  void a_number_counts_with_the_digits_that_it_comes_back_with() {
    for (double number : new double[] {1e308, -1e308, 1e-300}) {
      var few = numbers(number, 800);
      assertThat(few).as("800 times %s", number).isNull();
      var many = numbers(number, 900);
      assertThat(many.code()).isEqualTo(Code.PAYLOAD_TOO_LARGE);
      assertThat(many.field()).isEqualTo("properties");
    }
    assertThat(numbers(1.5, 30_000)).isNull();
  }

  private static io.tapline.api.Refusal numbers(double number, int times) {
    var properties = Json.object();
    var all = properties.putArray("EX");
    for (int i = 0; i < times; i++) {
      all.add(number);
    }
    return sound(Enqueue.class).with("properties", properties).refusal();
  }

  @Test
  void a_time_lies_between_1970_and_9999() {
    var at = sound(Enqueue.class);
    assertThat(at.with("ready_at", "1970-01-01T00:00:00Z").refusal()).isNull();
    assertThat(at.with("ready_at", "9999-12-31T23:59:59.999999Z").refusal()).isNull();
    var command = Json.read(at.document(), Enqueue.class);
    var before =
        EnqueueBuilder.builder()
            .meta(command.meta())
            .templateCode(command.templateCode())
            .queueKey(command.queueKey())
            .readyAt(java.time.Instant.parse("1969-12-31T23:59:59.999999Z"))
            .dueAt(java.time.Instant.parse("+10000-01-01T00:00:00Z"))
            .build();
    assertThat(RequestValidation.refusal(before).field()).isEqualTo("ready_at");
  }

  private static io.tapline.api.Refusal payload(String text) {
    return sound(Enqueue.class).with("properties", Json.object().put("a", text)).refusal();
  }

  private static SoundRequest sound(Class<? extends Command> kind) {
    return SoundRequest.of(kind, SOUND.get(kind).replace('\'', '"'));
  }

  /** Codes reach events, so that no sentence may fit in. */
  private static Arguments code(Class<? extends Command> kind, String path) {
    return arguments(
        sound(kind),
        path,
        List.of("x", "QC_REVIEW", "E-1.2:b", "x".repeat(Limits.CODE)),
        List.of(
            "x".repeat(Limits.CODE + 1),
            "",
            " ",
            "x y",
            "x\n",
            "_x",
            "Jane Doe, born 1961-04-02",
            "ä",
            "x\0y"));
  }

  private static Arguments text(Class<? extends Command> kind, String path, int limit) {
    return arguments(
        sound(kind),
        path,
        List.of("x", "x".repeat(limit)),
        List.of("x".repeat(limit + 1), "x\0y", "x".repeat(1_000_000)));
  }

  private static Arguments range(
      Class<? extends Command> kind, String path, long least, long most) {
    return arguments(
        sound(kind),
        path,
        List.of(least, most),
        most < Integer.MAX_VALUE
            ? List.of(least - 1, Math.min(least - 1, -1), most + 1)
            : List.of(least - 1));
  }

  private static Arguments retry(String name, long least, long most) {
    return range(CreateQueue.class, "fields.retry_policy." + name, least, most);
  }

  private static Arguments list(Class<? extends Command> kind, String path) {
    return arguments(
        sound(kind),
        path,
        List.of(List.of(), Collections.nCopies(Limits.LIST, "x")),
        List.of(Collections.nCopies(Limits.LIST + 1, "x"), List.of(""), List.of("x\0")));
  }
}
