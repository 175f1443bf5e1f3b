package io.tapline.bench.chaos.actor;

import io.tapline.bench.chaos.log.LogLine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Extracts the result of each request of a call from its answer. */
final class AnswerItems {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final JsonMapper SORTED =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
  private static final int HASH = 20;

  private AnswerItems() {}

  static List<LogLine.Item> of(String op, List<LogLine.Item> asked, int status, String text) {
    JsonNode body;
    try {
      body = JSON.readTree(text);
    } catch (JacksonException e) {
      return asked.stream().map(one -> refused(one, "NO_JSON")).toList();
    }
    if (status != 200) {
      var code = body.path("code").asString("STATUS_" + status);
      return asked.stream().map(one -> refused(one, code)).toList();
    }
    if (op.equals("claim")) {
      return claims(asked.get(0), body, hash(body));
    }
    if (!body.has("items")) {
      return List.of(acknowledged(asked.get(0), body, hash(body)));
    }
    var all = new ArrayList<LogLine.Item>();
    for (int i = 0; i < asked.size(); i++) {
      var item = body.path("items").path(i);
      all.add(
          item.path("problem").isObject()
              ? refused(asked.get(i), item.path("problem").path("code").asString("NO_CODE"))
              : acknowledged(asked.get(i), item.path("answer"), hash(item.path("answer"))));
    }
    return all;
  }

  private static List<LogLine.Item> claims(LogLine.Item asked, JsonNode body, String hash) {
    var all = new ArrayList<LogLine.Item>();
    for (var claim : body.path("claims")) {
      all.add(
          new LogLine.Item(
              asked.key(),
              claim.path("subject_euid").asString(),
              claim.path("lease_euid").asString(),
              null,
              claim.path("fencing_token").asLong(),
              null,
              hash));
    }
    return all;
  }

  private static LogLine.Item acknowledged(LogLine.Item asked, JsonNode answer, String hash) {
    return new LogLine.Item(
        asked.key(),
        answer.path("subject_euid").asString(asked.subject()),
        answer.path("lease_euid").asString(asked.lease()),
        answer.path("action_euid").asString(null),
        0,
        null,
        hash);
  }

  private static LogLine.Item refused(LogLine.Item asked, String code) {
    return new LogLine.Item(asked.key(), asked.subject(), asked.lease(), null, 0, code, null);
  }

  /** The hash compares all values except {@code replayed}, independently of the order of fields. */
  private static String hash(JsonNode answer) {
    var first = ((ObjectNode) answer).deepCopy();
    first.remove("replayed");
    var text = SORTED.writeValueAsString(SORTED.treeToValue(first, Object.class));
    try {
      var digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, HASH);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JVM has SHA-256", e);
    }
  }
}
