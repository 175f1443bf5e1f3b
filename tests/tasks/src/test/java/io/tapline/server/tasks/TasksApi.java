package io.tapline.server.tasks;

import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** Someone who uses the tasks API. */
final class TasksApi {

  private static final String ROOT = "/v1/joblib/";

  private final HttpApi http;

  TasksApi(HttpApi http) {
    this.http = http;
  }

  static TasksApi as(TestTapline tapline, String token) {
    return new TasksApi(tapline.as(token));
  }

  TasksApi with(String header, String value) {
    return new TasksApi(http.with(header, value));
  }

  /** {@code map("category", "analysis", "name", "RDF")}. */
  static Map<String, Object> map(Object... namesAndValues) {
    var map = new HashMap<String, Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  HttpReply get(String path) {
    return http.get(ROOT + path);
  }

  HttpReply post(String path, Object body) {
    return http.post(ROOT + path, body);
  }

  HttpReply post(String path) {
    return http.send("POST", ROOT + path, null);
  }

  HttpReply put(String path, Object body) {
    return send("PUT", path, body).join();
  }

  HttpReply patch(String path, Object body) {
    return send("PATCH", path, body).join();
  }

  HttpReply delete(String path) {
    return http.send("DELETE", ROOT + path, null);
  }

  CompletableFuture<HttpReply> send(String method, String path, Object body) {
    var bytes = body == null ? null : Json.print(body).getBytes(StandardCharsets.UTF_8);
    return http.sendAsync(method, ROOT + path, bytes);
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The name of a room that nobody else is in. */
  static String room() {
    return TenantApi.unique("room");
  }

  /** Registers a job and returns what was answered, whichever success it was. */
  JsonNode register(String room, String name, Object... more) {
    var body = map(more);
    body.put("category", "analysis");
    body.put("name", name);
    var reply = put("rooms/" + room + "/jobs", body);
    if (reply.status() != 200 && reply.status() != 201) {
      throw new AssertionError(reply.status() + " " + reply.text());
    }
    return reply.json();
  }

  /** Submits a task of a job of the room's own and returns its id. */
  String submit(String room, String name) {
    return submitted(room, room + ":analysis:" + name).path("id").asString();
  }

  JsonNode submitted(String room, String fullName, Object... payload) {
    var reply = post("rooms/" + room + "/tasks/" + encoded(fullName), map("payload", map(payload)));
    if (reply.status() != 202) {
      throw new AssertionError(reply.status() + " " + reply.text());
    }
    return reply.json();
  }

  /** The claimed task, or null. */
  JsonNode claim(String worker) {
    return post("tasks/claim", map("worker_id", worker)).ok().path("task");
  }

  HttpReply set(String task, String status, Object... more) {
    var body = map(more);
    body.put("status", status);
    return patch("tasks/" + task, body);
  }

  JsonNode task(String id) {
    return get("tasks/" + id).ok();
  }

  String status(String id) {
    return task(id).path("status").asString();
  }
}
