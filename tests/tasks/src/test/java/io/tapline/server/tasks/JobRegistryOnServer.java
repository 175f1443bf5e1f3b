package io.tapline.server.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TestTapline;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import tools.jackson.databind.JsonNode;

/** A server with users who register jobs, and a room of its own for each test. */
abstract class JobRegistryOnServer {

  static TestTapline tapline;
  static TasksApi user;
  static TasksApi other;
  static TasksApi superuser;

  final String room = TasksApi.room();

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    user = TasksApi.as(tapline, "acme-service");
    other = TasksApi.as(tapline, "acme-human");
    superuser = TasksApi.as(tapline, "acme-admin");
  }

  static void assertProblem(HttpReply reply, int status, String type) {
    reply.problem();
    assertThat(reply.status()).as(reply.text()).isEqualTo(status);
    assertThat(reply.json().path("type").asString()).isEqualTo("/v1/problems/" + type);
  }

  static List<String> texts(JsonNode page, String name) {
    return page.path("items").valueStream().map(item -> item.path(name).asString()).toList();
  }

  String path(String name) {
    return "rooms/" + room + "/jobs/" + TasksApi.encoded(room + ":analysis:" + name);
  }

  static Object schema(Object type) {
    return TasksApi.map("properties", TasksApi.map("n", TasksApi.map("type", type)));
  }
}
