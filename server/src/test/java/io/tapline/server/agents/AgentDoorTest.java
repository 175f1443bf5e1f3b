package io.tapline.server.agents;

import static io.tapline.server.testing.TenantApi.body;
import static io.tapline.server.testing.TenantApi.on;
import static io.tapline.server.testing.TenantApi.unique;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.tapline.server.testing.AgentClient;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import tools.jackson.databind.JsonNode;

/** The door of agents, by the client of the protocol's own library. */
@TaplineServer
class AgentDoorTest {

  private static final List<String> READING =
      List.of("list_queues", "find_subjects", "explain_wait", "show_history", "list_dead_letters");

  private static final List<String> CHANGING =
      List.of(
          "propose_hold", "propose_release_hold", "propose_requeue", "propose_cancel", "confirm");

  private static TestTapline tapline;
  private static TenantApi lab;
  private static AgentClient service;
  private static AgentClient operator;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
    service = agent("acme-service");
    operator = agent("acme-operator");
  }

  @AfterAll
  static void stop() {
    service.close();
    operator.close();
  }

  private static AgentClient agent(String token) {
    var agent = AgentClient.overHttp(tapline.address(), token);
    agent.initialized();
    return agent;
  }

  private static String revisionOf(String subject) {
    return lab.operator
        .get("subjects/" + subject)
        .ok()
        .path("execution")
        .path("revision")
        .asString();
  }

  private static int actionsOf(String subject) {
    return lab.operator.get("subjects/" + subject + "/history").ok().path("actions").size();
  }

  private static JsonNode lastAction(String subject) {
    var actions = lab.operator.get("subjects/" + subject + "/history").ok().path("actions");
    return actions.get(actions.size() - 1);
  }

  private static Map<String, Object> holdOf(String... subjects) {
    return Map.of(
        "subject_euids", List.of(subjects), "hold_code", "RECHECK", "reason", "label is smudged");
  }

  private static AgentClient.Said confirm(
      AgentClient agent, String verb, Map<String, Object> arguments, String confirmation) {
    return agent.call(
        "confirm", "verb", verb, "arguments", arguments, "confirmation", confirmation);
  }

  @Test
  void nobody_comes_in_without_a_token() {
    var hello = Map.of("jsonrpc", "2.0", "id", 1, "method", "ping");
    var reply = tapline.as(null).post("/mcp", hello);
    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.problem()).isEqualTo("UNAUTHENTICATED");
    assertThat(tapline.as("nonsense").post("/mcp", hello).status()).isEqualTo(401);
    try (var stranger = AgentClient.overHttp(tapline.address(), null)) {
      assertThatThrownBy(stranger::initialized).isNotNull();
    }
  }

  @Test
  void a_role_that_may_only_read_is_shown_what_reads_and_refused_what_changes() {
    assertThat(service.toolNames()).containsExactlyInAnyOrderElementsOf(READING);
    assertThat(operator.toolNames())
        .containsExactlyInAnyOrderElementsOf(
            java.util.stream.Stream.concat(READING.stream(), CHANGING.stream()).toList());
    var subject = lab.enqueue(lab.queue());
    for (var tool : CHANGING) {
      var refused = service.call(tool, holdOf(subject)).problem();
      assertThat(refused.path("code").asString()).as(tool).isEqualTo("FORBIDDEN");
      assertThat(refused.path("detail").asString()).contains("operator");
    }
    assertThat(lab.state(subject)).isEqualTo("READY");
  }

  @Test
  void only_what_changes_something_says_so() {
    for (var tool : operator.tools()) {
      assertThat(tool.annotations().readOnlyHint())
          .as(tool.name())
          .isEqualTo(!tool.name().equals("confirm"));
      assertThat(tool.description()).as(tool.name()).isNotBlank();
      assertThat(tool.inputSchema().get("additionalProperties")).isEqualTo(false);
    }
    var hold = operator.tools().stream().filter(t -> t.name().equals("propose_hold")).findFirst();
    assertThat(hold.map(Tool::inputSchema).map(schema -> schema.get("required")).orElseThrow())
        .isEqualTo(List.of("subject_euids", "hold_code", "reason"));
  }

  @Test
  void queues_say_what_waits_who_serves_and_why_one_is_paused() {
    var queue = lab.queue();
    lab.enqueue(queue);
    lab.enqueue(queue);
    var row = row(queue);
    assertThat(row.path("queue_depth").asInt()).isEqualTo(2);
    assertThat(row.path("oldest_job_age_seconds").isNumber()).isTrue();
    assertThat(row.path("worker_serving_count").asInt()).isZero();
    var revision = lab.admin.get("queues/" + queue).ok().path("revision").asLong();
    lab.admin
        .post(
            "actions/update-queue",
            body(
                "queue_key",
                queue,
                "enabled",
                false,
                "reason",
                "cleaning",
                "disabled_reason",
                "the robot is being cleaned",
                "expected_revision",
                revision))
        .ok();
    var paused = row(queue);
    assertThat(paused.path("enabled").asBoolean()).isFalse();
    // Nothing can be claimed, and yet two wait.
    assertThat(paused.path("queue_depth").asInt()).isZero();
    assertThat(paused.path("paused_depth").asInt()).isEqualTo(2);
    assertThat(paused.path("disabled_reason").asString()).isEqualTo("the robot is being cleaned");
  }

  private static JsonNode row(String queue) {
    for (var each : service.call("list_queues", "limit", 100).ok().path("items")) {
      if (each.path("queue_key").asString().equals(queue)) {
        return each;
      }
    }
    throw new AssertionError("no queue " + queue);
  }

  @Test
  void an_item_that_waits_is_explained_and_its_history_told() {
    var queue = lab.queue();
    var subject = lab.enqueue(queue);
    var open = service.call("explain_wait", "subject_euid", subject).ok();
    assertThat(open.path("diagnostics").path("visible_in_queue").asBoolean()).isTrue();
    lab.operator
        .post(
            "actions/hold",
            body("subject_euid", subject, "hold_code", "RECHECK", "reason", "label is smudged"))
        .ok();
    var held = service.call("explain_wait", "subject_euid", subject).ok();
    assertThat(held.path("state").asString()).isEqualTo("HELD");
    assertThat(held.path("diagnostics").path("reasons").toString()).contains("held");
    assertThat(held.path("active_holds").get(0).path("reason").asString())
        .isEqualTo("label is smudged");

    var history = service.call("show_history", "subject_euid", subject, "limit", 1).ok();
    assertThat(history.path("actions")).hasSize(1);
    assertThat(history.path("actions").get(0).path("action_key").asString())
        .isEqualTo("place_execution_hold");
    assertThat(service.call("find_subjects", "queue_key", queue, "state", "HELD").ok().toString())
        .contains(subject);
  }

  @Test
  void dead_letters_are_listed_and_a_requeue_that_was_confirmed_brings_one_back() {
    var queue = lab.queue();
    var subject = lab.enqueue(queue);
    var worker = lab.worker();
    lab.service
        .post(
            "actions/fail",
            on(
                worker,
                lab.claimOne(worker, queue),
                "retryable",
                false,
                "error_class",
                "PERMANENT_INPUT",
                "error_message",
                "no such reagent"))
        .ok();
    var letters = service.call("list_dead_letters", "queue_key", queue).ok().path("items");
    assertThat(letters).hasSize(1);
    assertThat(letters.toString()).contains(subject, "no such reagent");

    Map<String, Object> arguments =
        Map.of("subject_euids", List.of(subject), "reason", "reagent is back", "priority", 7);
    var proposal = operator.call("propose_requeue", arguments).ok();
    assertThat(proposal.path("targets").get(0).path("would_be").asString()).isEqualTo("READY");
    var done =
        confirm(operator, "requeue", arguments, proposal.path("confirmation").asString()).ok();
    assertThat(done.path("targets").get(0).path("state").asString()).isEqualTo("READY");
    assertThat(lab.state(subject)).isEqualTo("READY");
    assertThat(service.call("list_dead_letters", "queue_key", queue).ok().path("items")).isEmpty();
  }

  @Test
  void a_proposal_changes_nothing_and_its_confirmation_is_the_principals_own_act() {
    var subject = lab.enqueue(lab.queue());
    var revision = revisionOf(subject);
    int actions = actionsOf(subject);
    var proposal = operator.call("propose_hold", holdOf(subject)).ok();
    var preview = proposal.path("targets").get(0);
    assertThat(preview.path("state").asString()).isEqualTo("READY");
    assertThat(preview.path("would_be").asString()).isEqualTo("HELD");
    assertThat(preview.path("revision").asString()).isEqualTo(revision);
    assertThat(lab.state(subject)).isEqualTo("READY");
    assertThat(actionsOf(subject)).isEqualTo(actions);

    var code = proposal.path("confirmation").asString();
    var done = confirm(operator, "hold", holdOf(subject), code).ok();
    assertThat(lab.state(subject)).isEqualTo("HELD");
    var evidence = lastAction(subject);
    assertThat(evidence.path("action_euid"))
        .isEqualTo(done.path("targets").get(0).path("action_euid"));
    assertThat(evidence.path("reason").asString()).isEqualTo("label is smudged");
    // The same token enqueued it over the API.
    var first = lab.operator.get("subjects/" + subject + "/history").ok().path("actions").get(0);
    assertThat(evidence.path("actor").asString())
        .isNotBlank()
        .isEqualTo(first.path("actor").asString());

    var again = confirm(operator, "hold", holdOf(subject), code).ok();
    assertThat(again.path("targets").get(0).path("replayed").asBoolean()).isTrue();
    assertThat(actionsOf(subject)).isEqualTo(actions + 1);
  }

  @Test
  void holds_are_released_and_work_is_cancelled_the_same_way() {
    var subject = lab.enqueue(lab.queue());
    var hold =
        lab.operator
            .post(
                "actions/hold",
                body("subject_euid", subject, "hold_code", "RECHECK", "reason", "smudged"))
            .ok()
            .path("hold_euid")
            .asString();
    Map<String, Object> release = Map.of("hold_euids", List.of(hold), "reason", "relabelled");
    var proposal = operator.call("propose_release_hold", release).ok();
    assertThat(proposal.path("targets").get(0).path("subject_euid").asString()).isEqualTo(subject);
    assertThat(proposal.path("targets").get(0).path("would_be").asString()).isEqualTo("READY");
    confirm(operator, "release_hold", release, proposal.path("confirmation").asString()).ok();
    assertThat(lab.state(subject)).isEqualTo("READY");

    Map<String, Object> cancel =
        Map.of("subject_euids", List.of(subject), "reason", "not needed", "mode", "soft");
    var second = operator.call("propose_cancel", cancel).ok();
    confirm(operator, "cancel", cancel, second.path("confirmation").asString()).ok();
    assertThat(lab.state(subject)).isEqualTo("CANCELED");
    assertThat(lastAction(subject).path("reason").asString()).isEqualTo("not needed");
  }

  @Test
  void what_would_be_refused_says_so_and_is_left_alone_when_it_is_confirmed() {
    var queue = lab.queue();
    var open = lab.enqueue(queue);
    var ended = lab.enqueue(queue);
    lab.operator.post("actions/cancel", body("subject_euid", ended, "reason", "no")).ok();
    var proposal = operator.call("propose_hold", holdOf(open, ended)).ok();
    assertThat(proposal.path("summary").asString()).contains("1 of 2");
    assertThat(proposal.path("targets").get(1).path("refusal").path("code").asString())
        .isEqualTo("SUBJECT_TERMINAL");
    // Possible by now, and still not what was shown.
    lab.operator.post("actions/requeue", body("subject_euid", ended, "reason", "yes")).ok();
    var done =
        confirm(operator, "hold", holdOf(open, ended), proposal.path("confirmation").asString())
            .ok();
    assertThat(done.path("summary").asString()).contains("1 of 2");
    assertThat(lab.state(open)).isEqualTo("HELD");
    assertThat(lab.state(ended)).isEqualTo("READY");

    var hopeless = operator.call("propose_hold", holdOf("Z-TK-999999")).ok();
    assertThat(hopeless.path("confirmation").isNull()).isTrue();
    assertThat(hopeless.path("targets").get(0).path("refusal").path("code").asString())
        .isEqualTo("NOT_FOUND");
  }

  @Test
  void a_subject_that_has_changed_since_is_left_alone() {
    var subject = lab.enqueue(lab.queue());
    var code = operator.call("propose_hold", holdOf(subject)).ok().path("confirmation").asString();
    lab.operator
        .post(
            "actions/hold",
            body("subject_euid", subject, "hold_code", "OTHER", "reason", "someone was quicker"))
        .ok();
    int actions = actionsOf(subject);
    var result = confirm(operator, "hold", holdOf(subject), code).ok().path("targets").get(0);
    assertThat(result.path("refusal").path("code").asString()).isEqualTo("REVISION_CONFLICT");
    assertThat(actionsOf(subject)).isEqualTo(actions);
  }

  @Test
  void a_confirmation_holds_for_one_principal_one_verb_and_these_very_arguments() {
    var subject = lab.enqueue(lab.queue());
    var other = lab.enqueue(lab.queue());
    var code = operator.call("propose_hold", holdOf(subject)).ok().path("confirmation").asString();
    int actions = actionsOf(subject);
    try (var admin = agent("acme-admin");
        var elsewhere = agent("other-operator")) {
      for (var wrong :
          List.of(
              confirm(operator, "hold", holdOf(other), code),
              confirm(operator, "hold", holdOf(subject, other), code),
              confirm(
                  operator,
                  "hold",
                  Map.of(
                      "subject_euids", List.of(subject), "hold_code", "RECHECK", "reason", "mine"),
                  code),
              confirm(
                  operator,
                  "cancel",
                  Map.of("subject_euids", List.of(subject), "reason", "label is smudged"),
                  code),
              confirm(operator, "hold", holdOf(subject), altered(code)),
              confirm(operator, "hold", holdOf(subject), code.substring(1)),
              confirm(operator, "hold", holdOf(subject), "nonsense"),
              confirm(admin, "hold", holdOf(subject), code),
              confirm(elsewhere, "hold", holdOf(subject), code))) {
        assertThat(wrong.problem().path("field").asString()).isEqualTo("confirmation");
      }
    }
    assertThat(actionsOf(subject)).isEqualTo(actions);
    assertThat(lab.state(other)).isEqualTo("READY");
  }

  /** The same, with one bit of its time turned: it would stand for longer. */
  private static String altered(String code) {
    var bytes = java.util.Base64.getUrlDecoder().decode(code);
    bytes[3] ^= 1;
    return java.util.Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Test
  void a_confirmation_does_not_stand_for_ever() {
    var subject = lab.enqueue(lab.queue());
    var code = operator.call("propose_hold", holdOf(subject)).ok().path("confirmation").asString();
    tapline.advance(ProposalTools.STANDS_FOR.plus(Duration.ofSeconds(2)));
    var late = confirm(operator, "hold", holdOf(subject), code).problem();
    assertThat(late.path("field").asString()).isEqualTo("confirmation");
    assertThat(late.path("detail").asString()).contains("propose it again");
    assertThat(lab.state(subject)).isEqualTo("READY");
  }

  @Test
  void another_tenants_work_is_not_there() {
    var subject = lab.enqueue(lab.queue());
    try (var elsewhere = agent("other-operator")) {
      for (var tool : List.of("explain_wait", "show_history")) {
        assertThat(elsewhere.call(tool, "subject_euid", subject).problem().path("code").asString())
            .isEqualTo("NOT_FOUND");
      }
      assertThat(elsewhere.call("find_subjects", "text", subject).ok().path("items")).isEmpty();
      var proposal = elsewhere.call("propose_hold", holdOf(subject)).ok();
      assertThat(proposal.path("confirmation").isNull()).isTrue();
      assertThat(proposal.toString()).contains("NOT_FOUND");
    }
    assertThat(lab.state(subject)).isEqualTo("READY");
  }

  @Test
  void a_wrong_argument_is_told_by_its_name() {
    var subject = lab.enqueue(lab.queue());
    var tooMany = java.util.Collections.nCopies(51, subject);
    for (var wrong :
        Map.<String, AgentClient.Said>ofEntries(
                Map.entry("subject_euid", service.call("explain_wait")),
                Map.entry("limit", service.call("list_queues", "limit", "many")),
                Map.entry("state", service.call("find_subjects", "state", "WAITING")),
                Map.entry("queue", service.call("find_subjects", "queue", "prep")),
                Map.entry("cursor", service.call("list_queues", "cursor", "nonsense")),
                Map.entry("text", service.call("find_subjects", "text", "a\0b")),
                Map.entry("reason", operator.call("propose_cancel", "subject_euids", List.of("A"))),
                Map.entry(
                    "subject_euids",
                    operator.call("propose_cancel", "subject_euids", tooMany, "reason", "x")),
                Map.entry(
                    "subject_euids[0]",
                    operator.call("propose_cancel", "subject_euids", List.of(7), "reason", "x")),
                Map.entry(
                    "arguments.hold_code",
                    operator.call(
                        "confirm",
                        "verb",
                        "hold",
                        "arguments",
                        Map.of("subject_euids", List.of(subject), "reason", "x"),
                        "confirmation",
                        "x")))
            .entrySet()) {
      var problem = wrong.getValue().problem();
      assertThat(problem.path("code").asString()).isEqualTo("VALIDATION_FAILED");
      assertThat(problem.path("field").asString()).isEqualTo(wrong.getKey());
    }
  }

  @Test
  void malformed_messages_are_refused_and_unknown_methods_get_an_error_answer() {
    var api = tapline.as("acme-service");
    assertThat(api.send("GET", "/mcp", null).status()).isEqualTo(405);
    assertThat(api.send("POST", "/mcp", "[]".getBytes(StandardCharsets.UTF_8)).status())
        .isEqualTo(422);
    assertThat(api.post("/mcp", Map.of("jsonrpc", "1.0", "id", 1, "method", "ping")).field())
        .isEqualTo("jsonrpc");
    assertThat(
            api.with("MCP-Protocol-Version", "1999-01-01")
                .post("/mcp", Map.of("jsonrpc", "2.0", "id", 1, "method", "ping"))
                .status())
        .isEqualTo(400);
    var note = api.post("/mcp", Map.of("jsonrpc", "2.0", "method", "notifications/initialized"));
    assertThat(note.status()).isEqualTo(202);
    var unknown = api.post("/mcp", Map.of("jsonrpc", "2.0", "id", unique("id"), "method", "x/y"));
    assertThat(unknown.ok().path("error").path("code").asInt()).isEqualTo(-32601);
    var noTool =
        api.post(
            "/mcp",
            Map.of(
                "jsonrpc",
                "2.0",
                "id",
                5,
                "method",
                "tools/call",
                "params",
                Map.of("name", "drop")));
    assertThat(noTool.ok().path("id").asInt()).isEqualTo(5);
    assertThat(noTool.ok().path("error").path("message").asString()).isNotBlank();
    var odd =
        api.post(
            "/mcp",
            Map.of("jsonrpc", "2.0", "id", 6, "method", "tools/call", "params", Map.of("name", 7)));
    assertThat(odd.status()).isEqualTo(200);
  }

  /** Spring's adapter for annotated controllers loads all of Reactor, and there are none. */
  @Test
  void a_server_that_sees_no_agent_does_not_make_what_only_they_need() {
    assertThatThrownBy(() -> tapline.server().bean(RequestMappingHandlerAdapter.class))
        .isInstanceOf(NoSuchBeanDefinitionException.class);
  }
}
