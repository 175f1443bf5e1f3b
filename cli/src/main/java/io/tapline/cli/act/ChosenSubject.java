package io.tapline.cli.act;

import tools.jackson.databind.JsonNode;

/**
 * A subject to act on.
 *
 * @param state the one it was shown in; null when it was named and not looked at
 */
record ChosenSubject(String euid, String state) {

  static ChosenSubject of(JsonNode item) {
    return new ChosenSubject(item.path("subject_euid").asString(), item.path("state").asString());
  }
}
