package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.Role;
import io.tapline.api.request.RequestValidation;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.action.ClaimNext;
import io.tapline.engine.action.ResultAction;
import io.tapline.engine.model.RefusedException;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointTable;
import io.tapline.server.http.ValueShape;
import io.tapline.server.testing.SampleBodies;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Every endpoint behaves as the table describes it. */
@TaplineServer
class EndpointTableTest {

  private static final String ACTIONS = "/api/v1/execution/actions/";
  private static final Pattern VARIABLE = Pattern.compile("\\{([^}]*)}");

  /** Which action is behind which path. */
  private static final Map<String, ActionKey> PATHS =
      Map.ofEntries(
          Map.entry("register-worker", ActionKey.REGISTER_WORKER),
          Map.entry("heartbeat-worker", ActionKey.HEARTBEAT_WORKER),
          Map.entry("claim", ActionKey.CLAIM_QUEUE_ITEM),
          Map.entry("start", ActionKey.START_QUEUE_EXECUTION),
          Map.entry("renew-lease", ActionKey.RENEW_QUEUE_LEASE),
          Map.entry("progress", ActionKey.REPORT_PROGRESS),
          Map.entry("release-lease", ActionKey.RELEASE_QUEUE_LEASE),
          Map.entry("complete", ActionKey.COMPLETE_QUEUE_EXECUTION),
          Map.entry("fail", ActionKey.FAIL_QUEUE_EXECUTION),
          Map.entry("dispatch-external", ActionKey.DISPATCH_EXTERNAL),
          Map.entry("external-result", ActionKey.RECORD_EXTERNAL_RESULT),
          Map.entry("prepare", ActionKey.PREPARE_SUBJECT),
          Map.entry("enqueue", ActionKey.ENQUEUE_SUBJECT),
          Map.entry("hold", ActionKey.PLACE_EXECUTION_HOLD),
          Map.entry("release-hold", ActionKey.RELEASE_EXECUTION_HOLD),
          Map.entry("requeue", ActionKey.REQUEUE_SUBJECT),
          Map.entry("cancel", ActionKey.CANCEL_SUBJECT_EXECUTION),
          Map.entry("expire-lease", ActionKey.EXPIRE_QUEUE_LEASE),
          Map.entry("dead-letter", ActionKey.DEAD_LETTER_SUBJECT),
          Map.entry("resolve-dead-letter", ActionKey.RESOLVE_DEAD_LETTER),
          Map.entry("create-queue", ActionKey.CREATE_QUEUE),
          Map.entry("update-queue", ActionKey.UPDATE_QUEUE),
          Map.entry("retire-queue", ActionKey.RETIRE_QUEUE),
          Map.entry("set-callback-secret", ActionKey.SET_CALLBACK_SECRET),
          Map.entry("drain-worker", ActionKey.DRAIN_WORKER),
          Map.entry("disable-worker", ActionKey.DISABLE_WORKER),
          Map.entry("enable-worker", ActionKey.ENABLE_WORKER),
          Map.entry("retire-worker", ActionKey.RETIRE_WORKER));

  /** A path for several actions: each of its results names one. */
  private static final String RESULTS = "report-results";

  /** Actions of other APIs, which are not part of the execution API. */
  private static final Set<ActionKey> ELSEWHERE =
      Set.of(
          ActionKey.REGISTER_JOB,
          ActionKey.RETIRE_JOB,
          ActionKey.SWITCH_SUBSTRATE,
          ActionKey.CREATE_WORKFLOW,
          ActionKey.SETTLE_DEPENDENCIES,
          ActionKey.COMPENSATE_SUBJECT,
          ActionKey.CLEAN_SUBJECT,
          ActionKey.CREATE_SUBSCRIPTION,
          ActionKey.RETIRE_SUBSCRIPTION,
          ActionKey.FAIL_OVERDUE_SUBJECT,
          ActionKey.CREATE_TOKEN,
          ActionKey.REVOKE_TOKEN,
          ActionKey.OPEN_SESSION,
          ActionKey.RENEW_SESSION,
          ActionKey.CLOSE_SESSION,
          ActionKey.CREATE_WEBHOOK,
          ActionKey.UPDATE_WEBHOOK,
          ActionKey.RETIRE_WEBHOOK,
          ActionKey.REDELIVER_WEBHOOK_EVENT,
          ActionKey.SETTLE_WEBHOOK_DELIVERY);

  private static final Set<String> READS =
      Set.of(
          "queues",
          "queues/{queue_key}",
          "queues/{queue_key}/items",
          "subjects/{euid}",
          "subjects/{euid}/history",
          "workers",
          "workers/{worker_euid}",
          "leases",
          "holds",
          "dead-letter",
          "events",
          "metrics/queues");

  private static TestTapline tapline;
  private static List<Endpoint> endpoints;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    endpoints = tapline.server().bean(EndpointTable.class).endpoints();
  }

  private static Endpoint action(String path) {
    return endpoints.stream()
        .filter(e -> e.path().equals(ACTIONS + path))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no action " + path));
  }

  @Test
  void the_reads_that_were_asked_for_by_name_are_there() {
    var reads =
        endpoints.stream()
            .filter(endpoint -> endpoint.method().toString().equals("GET"))
            .map(Endpoint::path)
            .toList();
    for (var asked :
        List.of(
            "queues",
            "queues/{queue_key}",
            "queues/{queue_key}/items",
            "subjects/{euid}",
            "subjects/{euid}/history",
            "workers",
            "workers/{worker_euid}",
            "leases",
            "dead-letter")) {
      assertThat(reads).contains("/api/v1/execution/" + asked);
    }
  }

  /** One by one: the map above is ours, and would be changed along with a path. */
  @Test
  void the_actions_that_were_asked_for_by_name_are_there() {
    for (var asked :
        List.of(
            "register-worker",
            "heartbeat-worker",
            "claim",
            "renew-lease",
            "release-lease",
            "complete",
            "fail",
            "hold",
            "release-hold",
            "requeue",
            "cancel",
            "expire-lease")) {
      assertThat(action(asked).method().name()).as(asked).isEqualTo("POST");
    }
    assertThat(action("expire-lease").access().roles()).containsExactly(Role.ADMIN);
  }

  @Test
  void every_action_of_the_engine_has_its_path_and_the_roles_that_the_engine_asks_for() {
    assertThat(Set.copyOf(PATHS.values()))
        .isEqualTo(EnumSet.complementOf(EnumSet.copyOf(ELSEWHERE)));
    PATHS.forEach(
        (path, key) ->
            assertThat(action(path).access().roles())
                .as(path)
                .isEqualTo(ActionTable.of(key).roles()));
    assertThat(endpoints.stream().map(Endpoint::path).filter(p -> p.startsWith(ACTIONS)))
        .hasSize(PATHS.size() + 1 + tapline.engine().domainActions().size());
    assertThat(action(RESULTS).access().roles())
        .isEqualTo(ActionTable.of(ActionKey.COMPLETE_QUEUE_EXECUTION).roles());
  }

  @Test
  void the_fields_of_a_result_are_those_of_the_actions_that_it_may_name() {
    var declared = names(action(RESULTS).body());
    var own = new TreeSet<String>(Set.of(ResultAction.FIELD));
    for (var result : ResultAction.values()) {
      var fields = names(action(result.wire()).body());
      own.addAll(fields);
      assertThat(ActionTable.of(result.action()).roles())
          .isEqualTo(action(RESULTS).access().roles());
      assertThat(action(RESULTS).refusals()).containsAll(action(result.wire()).refusals());
      for (var name : fields) {
        var body = Json.object().put(ResultAction.FIELD, result.wire());
        if (!name.equals(ClaimNext.FIELD)) {
          ResultAction.read(body.putNull(name), null, null);
        }
      }
    }
    assertThat(declared).isEqualTo(own);
  }

  @Test
  void every_read_is_there() {
    assertThat(
            endpoints.stream()
                .filter(e -> e.method().name().equals("GET"))
                .map(Endpoint::path)
                .collect(Collectors.toSet()))
        .containsAll(READS.stream().map(path -> "/api/v1/execution/" + path).toList());
  }

  @Test
  void every_part_of_every_path_is_described_and_everything_has_words() {
    for (var endpoint : endpoints) {
      var named = VARIABLE.matcher(endpoint.path()).results().map(r -> r.group(1)).toList();
      assertThat(endpoint.pathFields().stream().map(ApiField::name)).isEqualTo(named);
      assertThat(endpoint.summary()).as(endpoint.toString()).isNotBlank();
      assertThat(endpoint.answer()).as(endpoint.toString()).isNotNull();
      for (var field : fields(endpoint)) {
        assertThat(field.about()).as(endpoint + " " + field.name()).isNotBlank();
      }
    }
  }

  private static List<ApiField> fields(Endpoint endpoint) {
    var all = new ArrayList<ApiField>();
    all.addAll(endpoint.pathFields());
    all.addAll(endpoint.query());
    all.addAll(endpoint.headers());
    all.addAll(endpoint.body() == null ? List.of() : endpoint.body());
    return all;
  }

  @Test
  void the_fields_of_an_action_are_those_that_are_read_and_no_others() {
    PATHS.forEach(
        (path, key) -> {
          var declared = names(action(path).body());
          assertThat(declared).as(path).containsAll(read(key, Json.object()));
          for (var name : declared) {
            // A claim that comes with a report is read by itself: ClaimNextOverHttpTest.
            assertThat(name.equals(ClaimNext.FIELD) || accepted(key, name))
                .as(path + " " + name)
                .isTrue();
          }
        });
  }

  @Test
  void the_fields_inside_fields_are_those_that_are_read_too() {
    PATHS.forEach(
        (path, key) -> {
          for (var field : action(path).body()) {
            if (field.shape() instanceof ValueShape.Fields inner) {
              var asked = new RecordingNode();
              var body = Json.object();
              body.set(field.name(), asked);
              if (field.name().equals(ClaimNext.FIELD)) {
                ClaimNext.read(body, "W-1", null, null);
              } else {
                ActionTable.of(key).read(body, null, null);
              }
              assertThat(names(inner.fields()))
                  .as(path + " " + field.name())
                  .isEqualTo(asked.asked);
            }
          }
        });
  }

  @Test
  void a_required_field_is_missed_by_name_and_an_optional_one_is_not() {
    PATHS.forEach(
        (path, key) -> {
          var whole = SampleBodies.required(action(path));
          assertThat(missed(key, whole)).as(path + " with all it needs").isNull();
          for (var field : action(path).body()) {
            if (field.required()) {
              var without = whole.deepCopy();
              without.remove(field.name());
              assertThat(missed(key, without)).as(path).isEqualTo(field.name());
            }
          }
        });
  }

  /** The field that is missing, or null. */
  private static String missed(ActionKey key, ObjectNode body) {
    var refusal =
        RequestValidation.refusal(ActionTable.of(key).read(body, TenantApi.unique("key"), null));
    return refusal == null ? null : refusal.field();
  }

  private static Set<String> names(List<ApiField> fields) {
    return fields.stream().map(ApiField::name).collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> read(ActionKey key, ObjectNode empty) {
    var body = new RecordingNode();
    body.setAll(empty);
    ActionTable.of(key).read(body, null, null);
    return body.asked;
  }

  private static boolean accepted(ActionKey key, String name) {
    try {
      ActionTable.of(key).read(Json.object().putNull(name), null, null);
      return true;
    } catch (RefusedException e) {
      return false;
    }
  }

  /** Remembers which fields it was asked for. */
  private static final class RecordingNode extends ObjectNode {
    private final transient Set<String> asked = new TreeSet<>();

    RecordingNode() {
      super(JsonNodeFactory.instance);
    }

    @Override
    public JsonNode get(String name) {
      asked.add(name);
      return super.get(name);
    }
  }

  @Test
  void every_code_is_declared_somewhere() {
    var declared = new HashSet<String>();
    endpoints.forEach(e -> e.allRefusals().forEach(code -> declared.add(code.name())));
    assertThat(declared).containsAll(List.of(Code.values()).stream().map(Enum::name).toList());
  }
}
