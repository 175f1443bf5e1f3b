package io.tapline.client.http;

import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** Keys that make a repeated request the same request. */
public final class IdempotencyKeys {

  public static final String HEADER = "Idempotency-Key";
  public static final String FIELD = "idempotency_key";

  private IdempotencyKeys() {}

  static String fresh() {
    return UUID.randomUUID().toString();
  }

  static boolean batch(ObjectNode body) {
    return body.path("items").isArray();
  }

  /** Every item of a batch carries a key of its own. */
  static void giveEach(ObjectNode body) {
    for (var item : body.path("items")) {
      if (item instanceof ObjectNode object && !object.has(FIELD)) {
        object.put(FIELD, fresh());
      }
    }
  }
}
