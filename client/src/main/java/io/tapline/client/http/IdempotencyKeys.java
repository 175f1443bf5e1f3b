package io.tapline.client.http;

import java.util.UUID;
import tools.jackson.databind.JsonNode;
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

  /** Every item of a batch carries a key of its own, and so does a claim beside them. */
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
