package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CompleteBuilder;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.model.Caller;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.EveryAction;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Whatever a client sends: a typed refusal, and not one row changed. */
class BadInputTest extends InspectedTenantTest {

  private static final String NUL = "a\0b";
  private static final String HALF_A_PAIR = "a\ud800b";
  private static final String LIST = "[]";
  private static final String MEGABYTE = "x".repeat(1 << 20);

  @ParameterizedTest
  @EnumSource
  void no_text_field_takes_a_nul_half_a_character_or_a_megabyte(ActionKey action) {
    var ask = new EveryAction(lab).ask(action);
    var rows = evidence.checksum();
    for (var field : textFields(ask.command())) {
      for (var text : List.of(NUL, HALF_A_PAIR, MEGABYTE)) {
        var bad = with(ask.command(), field, text);
        var refusal = refusal(() -> run(ask.caller(), bad));
        assertThat(refusal.code()).isIn(Code.VALIDATION_FAILED, Code.NOT_FOUND);
        assertThat(refusal.field()).as(refusal.message()).isNotNull();
      }
    }
    assertThat(evidence.checksum()).isEqualTo(rows);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ENQUEUE_SUBJECT")
  void no_reference_is_followed_to_nowhere_or_to_another_kind(ActionKey action) {
    var ask = new EveryAction(lab).ask(action);
    for (var field : textFields(ask.command())) {
      if (!field.endsWith("_euid")) {
        continue;
      }
      var wrongKind = field.equals("worker_euid") ? evidence.queue(QUEUE) : worker;
      var elsewhere = ofAnotherTenant(ask.command(), field);
      for (var euid :
          List.of("Z-TK-10", "garbage", "' or 1=1 --", "Z-TK-0", "💥", wrongKind, elsewhere)) {
        refused(Code.NOT_FOUND, field, () -> run(ask.caller(), with(ask.command(), field, euid)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\": \"x\\u0000y\"}",
        "{\"a\\u0000b\": 1}",
        "{\"a\": [{\"b\": \"\\u0000\"}]}",
        "{\"a\": \"\\ud800\"}",
        "{\"\\udc00\": 1}",
        "[1]",
        "\"text\"",
        "{\"execution\": {\"state\": \"COMPLETED\"}}",
      })
  void properties_that_cannot_be_stored_are_refused(String json) {
    refused(
        Code.VALIDATION_FAILED,
        () -> asOperator(Enqueue.task(InspectedTenant.key(), QUEUE, Json.parse(json))));
  }

  @Test
  void text_that_only_speaks_of_a_nul_is_fine() {
    var properties = Json.object().put("regex", "\\u0000");
    asOperator(Enqueue.task(InspectedTenant.key(), QUEUE, properties));
    assertThat(lab.claimOne(worker, QUEUE).properties()).isEqualTo(properties);
  }

  @Test
  void numbers_that_are_none_are_refused() {
    for (double number : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      refused(
          Code.VALIDATION_FAILED,
          "properties",
          () ->
              asOperator(
                  Enqueue.task(InspectedTenant.key(), QUEUE, Json.object().put("n", number))));
    }
  }

  @Test
  void documents_too_deep_to_be_read_back_are_refused_wherever_they_come_in() {
    for (int depth : new int[] {Json.MAX_DEPTH + 1, 5_000}) {
      refused(
          Code.VALIDATION_FAILED,
          "properties",
          () -> asOperator(Enqueue.task(InspectedTenant.key(), QUEUE, nested(depth))));
    }
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    refused(
        Code.VALIDATION_FAILED,
        "result_payload",
        () -> asService(complete(item.subjectEuid(), item.leaseEuid(), nested(Json.MAX_DEPTH))));
    asService(complete(item.subjectEuid(), item.leaseEuid(), nested(32)));
    lab.requeue(item.subjectEuid());
    assertThat(lab.claim(worker, QUEUE).claims()).hasSize(1);
  }

  @Test
  void negative_numbers_are_refused_by_field() {
    var task = Enqueue.task(InspectedTenant.key(), QUEUE, null);
    refused(
        Code.VALIDATION_FAILED,
        "priority",
        () -> asOperator(AlteredRecord.with(task, "priority", -Limits.PRIORITY - 1)));
    refused(
        Code.VALIDATION_FAILED,
        "max_attempts",
        () -> asOperator(AlteredRecord.with(task, "max_attempts", 0)));
    for (var field :
        List.of(
            "lease_ttl_seconds",
            "max_attempts_default",
            "dispatch_priority",
            "retry_policy.initial_delay_seconds",
            "retry_policy.backoff_factor",
            "retry_policy.max_delay_seconds",
            "retry_policy.jitter_fraction")) {
      refused(
          Code.VALIDATION_FAILED,
          field,
          () -> lab.queue("q", AlteredRecord.with(InspectedTenant.fields(60, 3), field, -1)));
    }
    refused(Code.VALIDATION_FAILED, "max_items", () -> lab.claim(worker, QUEUE, -1, false));
    refused(Code.VALIDATION_FAILED, "max_concurrent_leases", () -> lab.worker("w", -1));
  }

  @Test
  void unknown_templates_and_queues_are_not_found() {
    var task = Enqueue.task(InspectedTenant.key(), QUEUE, null);
    for (var code : List.of("data/no/such/1.0", "data/execution/queue/1.0", "%")) {
      refused(
          Code.NOT_FOUND,
          "template_code",
          () -> asOperator(AlteredRecord.with(task, "template_code", code)));
    }
    refused(Code.NOT_FOUND, "queue_key", () -> lab.enqueue("no_such_queue"));
    refused(Code.NOT_FOUND, "queue_key", () -> lab.claim(worker, "no_such_queue"));
    refused(Code.VALIDATION_FAILED, "queue_key", () -> lab.enqueue("no such queue"));
  }

  @Test
  void only_a_prepared_subject_can_be_routed() {
    var route =
        AlteredRecord.with(
            Enqueue.task(InspectedTenant.key(), QUEUE, null),
            "template_code",
            null,
            "subject_euid",
            "Z-TK-10");
    for (var euid : List.of("Z-TK-10", "garbage", worker)) {
      refused(
          Code.NOT_FOUND,
          "subject_euid",
          () -> asOperator(AlteredRecord.with(route, "subject_euid", euid)));
    }
    var ready = lab.enqueue(QUEUE);
    refused(
        Code.INVALID_TRANSITION,
        () -> asOperator(AlteredRecord.with(route, "subject_euid", ready)));
  }

  @Test
  void outputs_must_exist_and_may_be_named_twice() {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    var complete = complete(item.subjectEuid(), item.leaseEuid(), null);
    refused(
        Code.NOT_FOUND,
        "outputs",
        () -> asService(AlteredRecord.with(complete, "outputs", List.of("Z-TK-10"))));
    var output = lab.enqueue("elsewhere");
    asService(AlteredRecord.with(complete, "outputs", List.of(output, output)));
    assertThat(evidence.children(item.recordEuid(), "execution_record_output"))
        .containsExactly(output);
  }

  private static JsonNode nested(int depth) {
    var root = Json.object();
    var inner = root;
    for (int i = 1; i < depth; i++) {
      inner = inner.putObject("a");
    }
    return root;
  }

  private Complete complete(String subject, String lease, JsonNode result) {
    return CompleteBuilder.builder()
        .meta(io.tapline.api.request.RequestMeta.key(InspectedTenant.key()))
        .subjectEuid(subject)
        .workerEuid(worker)
        .leaseEuid(lease)
        .resultPayload(result)
        .build();
  }

  private Object run(Caller caller, Command command) {
    return command instanceof Claim claim
        ? lab.engine().claim(caller, claim)
        : lab.engine().execute(caller, command);
  }

  private static Command with(Command command, String field, String text) {
    return (Command)
        (field.endsWith(LIST)
            ? AlteredRecord.with(
                (Record) command, field.substring(0, field.length() - 2), List.of("ok", text))
            : AlteredRecord.with((Record) command, field, text));
  }

  /** Two tenants count alike, so there may be such an object here; only the letters differ. */
  private static String ofAnotherTenant(Command command, String field) {
    var own = Json.tree(command).path(field).asString("Z-TK-10");
    return EuidMint.mint("ZZZZ", own.split("-")[1], EuidMint.uidOf(own).orElse(1));
  }

  /** Text fields by wire name; enumerations are read when the request is read. */
  private static List<String> textFields(Command command) {
    var fields = new ArrayList<String>();
    collect(fields, "", command.getClass());
    return fields;
  }

  private static void collect(List<String> fields, String path, Class<?> type) {
    for (var component : type.getRecordComponents()) {
      var name = path + component.getName().replaceAll("([A-Z])", "_$1").toLowerCase();
      if (component.getType() == String.class && !name.equals("meta.trace_id")) {
        fields.add(name);
      } else if (List.class.isAssignableFrom(component.getType())
          && component.getGenericType().getTypeName().contains("String")) {
        fields.add(name + LIST);
      } else if (component.getType().isRecord()) {
        collect(fields, name + ".", component.getType());
      }
    }
  }
}
