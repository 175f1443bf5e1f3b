package io.tapline.engine.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapline.api.ActionKey;
import io.tapline.api.FieldRule;
import io.tapline.api.Refusal;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.RequestForm;
import io.tapline.api.WireField;
import io.tapline.api.WireWord;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RequestValidation;
import io.tapline.engine.model.RefusedException;
import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The definition of a request determines how it is read and checked. */
class RequestBinderTest {

  private enum Colour {
    blue,
    red
  }

  private record Point(@WireField(most = 9, about = "column") Integer x) {}

  @WireField.Ignored(name = "old_name", length = 5, about = "accepted without effect")
  @WireField.CheckOrder(first = "label", last = "count")
  private record Sample(
      RequestMeta meta,
      @WireField(required = true, length = 3, about = "name") String fullName,
      @WireField(ifAbsent = 7, least = 1, most = 9, about = "number") int count,
      @WireField(length = 3, about = "text beside the name") String label,
      @WireField(words = Colour.class, about = "one of few words") String colour,
      @WireField(
              name = "speed",
              flagWords = {"slow", "fast"},
              about = "one of two words")
          boolean isFast,
      @WireField(about = "object") Point point,
      @WireField(length = 2, about = "list") List<String> tags,
      @WireField(bytes = 20, object = true, about = "document") JsonNode data,
      @WireField(internal = true, length = 3, about = "set by the server") String origin) {}

  @Test
  void a_component_with_a_definition_is_read_by_its_type() {
    var sample =
        read(
            """
            {"old_name": "x", "full_name": "abc", "label": "l", "colour": "red", "speed": "fast",
             "point": {"x": 4}, "tags": ["a", "b"], "data": {"k": 1}}\
            """);
    assertThat(sample.fullName()).isEqualTo("abc");
    assertThat(sample.count()).isEqualTo(7);
    assertThat(sample.isFast()).isTrue();
    assertThat(sample.point()).isEqualTo(new Point(4));
    assertThat(sample.tags()).containsExactly("a", "b");
    assertThat(sample.data()).isEqualTo(Json.parse("{\"k\":1}"));
    assertThat(fault(sample)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"old_name": 1, "full_name": 1} | old_name: is not a string
          {"full_name": 1, "count": "x"}  | full_name: is not a string
          {"speed": "idle"}               | speed: 'idle' is not one of slow and fast
          {"point": {"z": 4}}             | point.z: is not a field of this request
          {"origin": "x"}                 | origin: is not a field of this request
          """)
  void a_field_of_the_wrong_type_is_refused_in_the_order_of_the_components(
      String body, String message) {
    var refused = catchThrowableOfType(RefusedException.class, () -> read(body));
    assertThat(refused.refusal().message()).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"count": 0, "label": "long"} | label: is 4 characters long; at most 3 are kept
          {"count": 0, "colour": "x"}   | full_name: is required
          {"full_name": "a", "count": 0, "point": {"x": 10}} | point.x: 10 is not between 0 and 9
          {"full_name": "a", "count": 0, "data": [1]}        | data: is not a JSON object
          {"full_name": "a", "count": 0, "tags": ["abc"]}    | tags: is 3 characters long; at most 2 are kept
          {"full_name": "a", "count": 0, "colour": "x"}      | count: 0 is not between 1 and 9
          {"full_name": "a", "colour": "x"}                  | colour: is not one of blue and red
          """)
  void values_are_checked_in_the_declared_order_and_words_last(String body, String message) {
    assertThat(fault(read(body))).isEqualTo(message);
  }

  @Test
  void a_value_that_only_the_server_sets_is_checked() {
    var sample = new Sample(null, "a", 1, null, null, false, new Point(1), List.of(), null, "long");
    assertThat(fault(sample)).isEqualTo("origin: is 4 characters long; at most 3 are kept");
  }

  @Test
  void a_text_without_a_limit_is_an_error_of_the_definition() {
    record Unlimited(@WireField(about = "text") String text) {}
    assertThatThrownBy(() -> RequestForm.of(Unlimited.class)).hasMessageContaining("has no limit");
  }

  /** The order of checks determines the answer to a request with several faults. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          COMPLETE_QUEUE_EXECUTION | {} | lease_euid: is required
          COMPLETE_QUEUE_EXECUTION | {"lease_euid":"l"} | worker_euid: is required
          COMPLETE_QUEUE_EXECUTION | {"lease_euid":"l","override":true} | subject_euid: is required
          COMPLETE_QUEUE_EXECUTION | {"lease_euid":"l","override":true,"subject_euid":"s","next_action_key":"a","outputs":[""]} | outputs: is required
          COMPLETE_QUEUE_EXECUTION | {"lease_euid":"l","override":true,"subject_euid":"s","next_action_key":"a"} | next_action_key: requires next_queue_key
          FAIL_QUEUE_EXECUTION | {"lease_euid":"l","override":true,"subject_euid":"s","error_code":"a b"} | error_class: is required; send it or retryable
          REPORT_PROGRESS | {"lease_euid":"l","worker_euid":"w","subject_euid":"s"} | fraction: is required; send it or message
          DEAD_LETTER_SUBJECT | {"subject_euid":"s","reason_code":"x"} | reason: is required
          DEAD_LETTER_SUBJECT | {"subject_euid":"s","reason_code":"x","reason":"r","stage":"x"} | reason_code: is not one of compensation_failed, dependency_unavailable, exhausted_retries, infrastructure_failure, parse_error, policy_violation, timeout and validation_failed
          RESOLVE_DEAD_LETTER | {"dead_letter_euid":"d"} | reason: is required
          RESOLVE_DEAD_LETTER | {"dead_letter_euid":"d","reason":"r"} | resolution_state: must be IGNORED or CANCELED; a requeue sets REQUEUED
          PLACE_EXECUTION_HOLD | {"subject_euid":"s","hold_code":"a b"} | hold_code: is not a code of at most 64 letters, digits and _ . : -, such as QC_REVIEW; put free text into reason
          REQUEUE_SUBJECT | {"subject_euid":"s","priority":9999999} | reason: is required
          CLAIM_QUEUE_ITEM | {"worker_euid":"w","max_items":0} | max_items: 0 is not between 1 and 500
          ENQUEUE_SUBJECT | {"expected_revision":1} | expected_revision: is compared with the job, and the request names none; send subject_euid, or remove the field
          ENQUEUE_SUBJECT | {} | template_code: is required; send it or subject_euid
          ENQUEUE_SUBJECT | {"template_code":"t"} | queue_key: is required
          ENQUEUE_SUBJECT | {"template_code":"t","queue_key":"q","correlation":{"run_euid":"a b"},"properties":{"execution":1}} | properties.execution: is reserved for the envelope; use another name
          CREATE_QUEUE | {"queue_key":"q","retry_policy":{"mode":"x"},"eligible_states":["RUNNING"]} | eligible_states: must be READY, FAILED_RETRYABLE or both
          CREATE_QUEUE | {"queue_key":"q","retry_policy":{"mode":"x"}} | retry_policy.mode: is EXPONENTIAL_BACKOFF
          CREATE_QUEUE | {"queue_key":"q"} | subject_template_codes: must contain at least one template of jobs, such as data/execution/task/1.0
          UPDATE_QUEUE | {"queue_key":"q","display_name":"","subject_template_codes":[]} | expected_revision: is required
          CREATE_TOKEN | {"name":"a b"} | name: must consist of letters, digits and _ . @ -, and begin with a letter or a digit
          CREATE_TOKEN | {"name":"a","roles":[]} | roles: must contain at least one role: worker_service, worker_human, operator or admin
          CREATE_WEBHOOK | {"url":"http://a.example","secret":"x"} | name: is required
          UPDATE_WEBHOOK | {"webhook_euid":"w","url":"http://0177.0.0.1/"} | url: has an IP address in an unusual spelling; write it as 192.0.2.1 or [2001:db8::1]
          CLOSE_SESSION | {} | session_euid: is required; send it, or principal, whose sessions all end; not both
          CREATE_SUBSCRIPTION | {"name":"n","event_type":"dot.job.heartbeat"} | event_type: is an event of every heartbeat; subscribe to events of jobs
          """)
  void the_first_fault_is_the_answer(ActionKey action, String body, String message) {
    var command = ActionTable.of(action).read(Json.parse(body), "k", null);
    assertThat(RequestValidation.refusal(command).message()).isEqualTo(message);
  }

  @Test
  void all_invalid_fields_are_listed_once_after_the_first() {
    var wrong =
        Json.parse(
            "{\"queue_key\":7,\"priority\":\"high\",\"ready_at\":\"soon\",\"scope\":{\"site\":1,"
                + "\"planet\":\"x\"},\"colour\":\"red\"}");
    var enqueue = ActionTable.of(ActionKey.ENQUEUE_SUBJECT);
    var read = catchThrowableOfType(RefusedException.class, () -> enqueue.read(wrong, "k", null));
    assertThat(fields(read.refusal()))
        .containsExactlyInAnyOrder(
            "queue_key", "priority", "ready_at", "scope.site", "scope.planet", "colour");
    assertThat(read.refusal().field()).isNotEqualTo("colour");
    var invalid = Json.parse("{\"template_code\":\"t\",\"priority\":9999999,\"max_attempts\":0}");
    var refusal = RequestValidation.refusal(enqueue.read(invalid, null, null));
    assertThat(refusal.message()).isEqualTo("idempotency_key: is required");
    assertThat(fields(refusal))
        .contains("idempotency_key", "queue_key", "priority", "max_attempts")
        .doesNotHaveDuplicates();
  }

  private static List<String> fields(Refusal refusal) {
    var all = new ArrayList<String>();
    all.add(refusal.field());
    refusal.others().forEach(other -> all.add(other.field()));
    return all;
  }

  private record Pair(
      @WireField(length = 3, about = "first") String first,
      @WireField(refusedBelowLeast = true, least = 1, about = "number") Long revision) {}

  @WireField.Group(nullIfEmpty = true)
  private record More(@WireField(identifier = true, about = "an identifier") String id) {}

  private static final class Even implements FieldRule<Integer> {
    @Override
    public void check(String field, Integer value, Faults faults) {
      faults.that(value == null || value % 2 == 0, field, "is odd");
    }
  }

  private enum Way implements WireWord {
    FORTH,
    BACK;

    @Override
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String alias() {
      return "to." + wire();
    }
  }

  private record Grouped(
      RequestMeta meta,
      @WireField.Group
          @WireField.Required(value = "first", otherwise = "is needed for this request")
          Pair pair,
      More more,
      @WireField(most = 9, rule = Even.class, about = "a number with a rule") Integer even,
      @WireField(
              documented = {"FORTH"},
              otherwise = "goes FORTH only",
              about = "words")
          List<Way> ways,
      @WireField(about = "objects") List<Point> points) {}

  @Test
  void the_fields_of_a_group_belong_to_the_request_and_an_optional_group_can_be_absent() {
    var grouped = grouped("{\"first\": \"a\", \"ways\": [\"to.back\"], \"points\": [{\"x\": 1}]}");
    assertThat(grouped.pair()).isEqualTo(new Pair("a", null));
    assertThat(grouped.more()).isNull();
    assertThat(grouped.ways()).containsExactly(Way.BACK);
    assertThat(grouped.points()).containsExactly(new Point(1));
    assertThat(grouped("{\"id\": \"b\"}").more()).isEqualTo(new More("b"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"revision": 0}          | revision: 0 is below 1
          {"pair": {}}             | pair: is not a field of this request
          {"ways": ["up"]}         | ways: 'up' is not one of forth, back, to.forth and to.back
          {"points": [{}, {"y":1}]}| points[1].y: is not a field of this request
          {"points": {}}           | points: is not a list of objects
          """)
  void groups_and_lists_are_refused_by_the_name_on_the_wire(String body, String message) {
    var refused = catchThrowableOfType(RefusedException.class, () -> grouped(body));
    assertThat(refused.refusal().message()).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                | first: is needed for this request
          {"first": " "}                    | first: is needed for this request
          {"first": "a", "id": "a b"}       | id: is not an identifier of at most 64 letters, digits and _ . : -, such as TRX50001
          {"first": "a", "even": 11}        | even: 11 is not between 0 and 9
          {"first": "a", "even": 3}         | even: is odd
          {"first": "a", "ways": []}        | ways: goes FORTH only
          {"first": "a", "ways": ["back"]}  | ways: goes FORTH only
          {"first": "a", "points": [{"x": 10}]} | points.x: 10 is not between 0 and 9
          """)
  void a_group_a_rule_and_a_list_are_checked(String body, String message) {
    assertThat(RequestValidation.refusalOfFields(grouped(body)).message()).isEqualTo(message);
  }

  private static Grouped grouped(String body) {
    return RequestBinder.bind(Grouped.class, null, Json.parse(body), null, Set.of());
  }

  private static Sample read(String body) {
    return RequestBinder.bind(Sample.class, null, Json.parse(body), null, Set.of());
  }

  private static String fault(Sample sample) {
    var refusal = RequestValidation.refusalOfFields(sample);
    return refusal == null ? null : refusal.message();
  }
}
