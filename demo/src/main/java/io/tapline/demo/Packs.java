package io.tapline.demo;

import io.tapline.client.TaplineClient;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Actions that packs bring, over the public API. */
final class Packs {

  private Packs() {}

  /** What the action tells. */
  static JsonNode perform(TaplineClient client, String action, Map<String, ?> body) {
    return client.http().post("actions/" + action.replace('_', '-'), body).path("result");
  }
}
