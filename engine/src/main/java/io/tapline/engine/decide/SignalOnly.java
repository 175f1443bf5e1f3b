package io.tapline.engine.decide;

import io.tapline.engine.model.PayloadPolicy;
import io.tapline.engine.model.Queue;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Signal, not data: keys that carry content, vectors or secrets are refused at any depth. */
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

  /** The path of the first key that the queue refuses, or null. */
  static String offender(Queue queue, JsonNode properties) {
    return queue.policy().payloadPolicy() == PayloadPolicy.SIGNAL_ONLY
        ? offender(properties)
        : null;
  }

  /** The path of the first refused key, or null. */
  public static String offender(JsonNode node) {
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
