package io.tapline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.tapline.cli.testing.CommandPrompt;
import io.tapline.cli.testing.SharedServer;
import io.tapline.server.testing.AgentClient;
import io.tapline.server.testing.TenantApi;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code tapline mcp}, by the client of the protocol's own library, which starts it. */
@ExtendWith(SharedServer.class)
class AgentStdioTest {

  private static AgentClient start(String url, String token) {
    var arguments =
        new ArrayList<>(
            List.of(
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Tapline.class.getName(),
                "mcp"));
    var variables = Map.of("TAPLINE_URL", url, "TAPLINE_TOKEN", token, "HOME", "nowhere");
    return AgentClient.over(
        new StdioClientTransport(
            ServerParameters.builder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString())
                .args(arguments)
                .env(variables)
                .build(),
            McpJsonDefaults.getMapper()));
  }

  @Test
  void an_agent_looks_proposes_and_confirms_over_standard_input_and_output() {
    var tapline = SharedServer.tapline();
    var lab = new TenantApi(tapline, "acme");
    var queue = lab.queue();
    var subject = lab.enqueueWith(queue, "subject_name", "Röhrchen №7");
    try (var agent = start(tapline.address().toString(), "acme-operator")) {
      assertThat(agent.initialized().getServerInfo().name()).isEqualTo("tapline");
      assertThat(agent.toolNames()).contains("list_queues", "propose_hold", "confirm");
      assertThat(agent.call("find_subjects", "queue_key", queue).ok().toString())
          .contains("Röhrchen №7");
      Map<String, Object> hold =
          Map.of("subject_euids", List.of(subject), "hold_code", "RECHECK", "reason", "smudged");
      var proposal = agent.call("propose_hold", hold).ok();
      assertThat(lab.state(subject)).isEqualTo("READY");
      agent
          .call(
              "confirm",
              "verb",
              "hold",
              "arguments",
              hold,
              "confirmation",
              proposal.path("confirmation").asString())
          .ok();
      assertThat(lab.state(subject)).isEqualTo("HELD");
      assertThat(agent.call("explain_wait").problem().path("field").asString())
          .isEqualTo("subject_euid");
    }
  }

  @Test
  void an_agent_without_a_token_is_refused_and_stdout_carries_only_the_protocol() {
    var tapline = SharedServer.tapline();
    try (var stranger = start(tapline.address().toString(), "nonsense")) {
      assertThatThrownBy(stranger::initialized).hasStackTraceContaining("UNAUTHENTICATED");
    }
    var commandResult =
        CommandPrompt.at(tapline.address(), "nonsense", Path.of("nowhere"))
            .typing(
                "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"ping\"}\n\n"
                    + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
                    + "no json\n[1]\n")
            .run("mcp");
    assertThat(commandResult.code()).isZero();
    var lines = commandResult.out().lines().toList();
    assertThat(lines).hasSize(3).allMatch(line -> line.startsWith("{\"jsonrpc\":\"2.0\""));
    assertThat(lines.get(0)).contains("\"id\":\"a\"", "UNAUTHENTICATED");
    assertThat(lines.get(1)).contains("-32700");
    assertThat(lines.get(2)).contains("-32600");
    assertThat(commandResult.err()).contains("tapline mcp: ");
  }
}
