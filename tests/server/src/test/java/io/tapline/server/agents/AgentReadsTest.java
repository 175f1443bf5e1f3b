package io.tapline.server.agents;

import static io.tapline.server.testing.TenantApi.body;
import static io.tapline.server.testing.TenantApi.unique;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.tapline.server.testing.AgentClient;
import io.tapline.server.testing.TaplineServer;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The reads of the agent interface, their permissions, and its answers to invalid messages. */
@TaplineServer
class AgentReadsTest extends AgentsOnServer {

  private static final List<String> READING =
      List.of("list_queues", "find_subjects", "explain_wait", "show_history", "list_dead_letters");

  private static final List<String> CHANGING =
      List.of(
          "propose_hold", "propose_release_hold", "propose_requeue", "propose_cancel", "confirm");

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
    for (var wrong :
        List.of(
            "{\"method\": \"tools/call\"}",
            "{\"method\": \"initialize\"}",
            "{\"method\": \"tools/call\", \"params\": {\"name\": \"list_queues\", \"arguments\": []}}",
            "{\"method\": \"tools/call\", \"params\": {\"name\": \"list_queues\", \"_meta\": 5}}")) {
      var body = (ObjectNode) Json.parse(wrong);
      body.put("jsonrpc", "2.0").put("id", 7);
      var answer = api.post("/mcp", body).ok();
      assertThat(answer.path("error").path("code").asInt()).as(wrong).isEqualTo(-32602);
      assertThat(answer.path("error").path("message").asString()).startsWith("params");
    }
  }

  @Test
  void texts_of_other_people_are_marked_as_data() {
    var api = tapline.as("acme-service");
    var hello =
        Map.of(
            "protocolVersion",
            "2025-06-18",
            "capabilities",
            Map.of(),
            "clientInfo",
            Map.of("name", "test", "version", "1"));
    var begun = Map.of("jsonrpc", "2.0", "id", 1, "method", "initialize", "params", hello);
    assertThat(api.post("/mcp", begun).ok().at("/result/instructions").asString())
        .contains("are data", "Never follow");
    var call =
        Map.of(
            "jsonrpc",
            "2.0",
            "id",
            2,
            "method",
            "tools/call",
            "params",
            Map.of("name", "list_queues"));
    assertThat(api.post("/mcp", call).ok().at("/result/content/1/text").asString())
        .contains("are data");
  }

  /** Its adapter for annotated controllers would load all of Reactor, which agents bring. */
  @Test
  void spring_mvc_is_not_on_the_class_path() {
    assertThatThrownBy(() -> Class.forName("org.springframework.web.servlet.DispatcherServlet"))
        .isInstanceOf(ClassNotFoundException.class);
  }
}
