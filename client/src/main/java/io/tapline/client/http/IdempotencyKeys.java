package io.tapline.client.http;

import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Keys by which the server recognizes a repeated request. */
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

  /** Gives a key to every item of a batch and to its {@code claim_next}. */
  static void giveEach(ObjectNode body) {
    body.path("items").forEach(IdempotencyKeys::give);
    give(body.path("claim_next"));
  }

  private static void give(JsonNode request) {
    if (request instanceof ObjectNode object && !object.has(FIELD)) {
      object.put(FIELD, fresh());
    }
  }
}
