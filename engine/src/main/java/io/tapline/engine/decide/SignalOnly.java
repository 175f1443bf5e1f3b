package io.tapline.engine.decide;

import io.tapline.api.Limits;
import io.tapline.api.PayloadPolicy;
import io.tapline.engine.model.Queue;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A signal contains references and no data: keys for content, vectors or secrets are refused at any
 * depth, and so are values that are too large for a signal.
 */
public final class SignalOnly {

  public static final Set<String> REFUSED =
      Set.of(
          "body",
          "content",
          "raw",
          "vector",
          "embedding",
          "secret",
          "token",
          "password",
          "ssn",
          "personal_data");

  private SignalOnly() {}

  /**
   * A violation found in a payload.
   *
   * @param path the path to the value; empty for the whole payload
   * @param because the reason, which continues the sentence about the queue; empty for a refused
   *     key
   */
  public record Fault(String path, String because) {

    public String in(String field) {
      return path.isEmpty() ? field : field + "." + path;
    }
  }

  /** Whether this queue, which may be null, checks the properties of the jobs routed to it. */
  public static boolean matters(Queue queue) {
    return queue != null
        && (queue.policy().payloadPolicy() == PayloadPolicy.SIGNAL_ONLY
            || queue.policy().executor() != null);
  }

  /** The first violation of the rules of the queue, or null. */
  static Fault fault(Queue queue, JsonNode properties) {
    return queue.policy().payloadPolicy() == PayloadPolicy.SIGNAL_ONLY ? fault(properties) : null;
  }

  /**
   * Checks keys first, then the size of each value, then the total size. Null for a valid signal.
   */
  public static Fault fault(JsonNode node) {
    if (node == null) {
      return null;
    }
    var key = offender(node);
    if (key != null) {
      return new Fault(key, "");
    }
    var large = tooLarge(node, "");
    if (large != null) {
      return large;
    }
    int bytes = node.toString().getBytes(StandardCharsets.UTF_8).length;
    return bytes <= Limits.SIGNAL_BYTES
        ? null
        : new Fault(
            "", ", at most " + Limits.SIGNAL_BYTES + " bytes of them; the job has " + bytes);
  }

  private static Fault tooLarge(JsonNode node, String path) {
    if (node.isString()) {
      int length = node.stringValue().codePointCount(0, node.stringValue().length());
      return length <= Limits.SIGNAL_TEXT
          ? null
          : new Fault(
              path,
              ", texts of at most " + Limits.SIGNAL_TEXT + " characters; the job has " + length);
    }
    if (node.isArray() && node.size() > Limits.SIGNAL_LIST) {
      return new Fault(
          path,
          ", lists of at most " + Limits.SIGNAL_LIST + " entries; the job has " + node.size());
    }
    var prefix = path.isEmpty() ? "" : path + ".";
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      var inside = tooLarge(node.get(i), prefix + i);
      if (inside != null) {
        return inside;
      }
    }
    for (var entry : node.properties()) {
      var inside = tooLarge(entry.getValue(), prefix + entry.getKey());
      if (inside != null) {
        return inside;
      }
    }
    return null;
  }

  /** The path of the first refused key, or null. */
  static String offender(JsonNode node) {
    if (node == null) {
      return null;
    }
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        var inside = offender(node.get(i));
        if (inside != null) {
          return i + "." + inside;
        }
      }
      return null;
    }
    for (var entry : node.properties()) {
      if (REFUSED.contains(entry.getKey().toLowerCase(Locale.ROOT))) {
        return entry.getKey();
      }
      var inside = offender(entry.getValue());
      if (inside != null) {
        return entry.getKey() + "." + inside;
      }
    }
    return null;
  }
}
