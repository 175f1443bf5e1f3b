package io.tapline.server.agents;

import io.tapline.server.testing.AgentClient;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A server and agents of two roles, by the client of the protocol's own library. */
abstract class AgentsOnServer {

  static TestTapline tapline;
  static TenantApi lab;
  static AgentClient service;
  static AgentClient operator;

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

  static AgentClient agent(String token) {
    return agentAt(tapline, token);
  }

  static AgentClient agentAt(TestTapline server, String token) {
    var agent = AgentClient.overHttp(server.address(), token);
    agent.initialized();
    return agent;
  }

  static Map<String, Object> holdOf(String... subjects) {
    return Map.of(
        "subject_euids", List.of(subjects), "hold_code", "RECHECK", "reason", "label is smudged");
  }
}
