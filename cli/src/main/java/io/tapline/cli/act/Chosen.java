package io.tapline.cli.act;

import tools.jackson.databind.JsonNode;

/**
 * A subject to act on.
 *
 * @param state the one it was shown in; null when it was named and not looked at
 */
record Chosen(String euid, String state) {

  static Chosen of(JsonNode item) {
    return new Chosen(item.path("subject_euid").asString(), item.path("state").asString());
  }
}
