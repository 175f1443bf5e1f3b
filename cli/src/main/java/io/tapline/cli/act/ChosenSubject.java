package io.tapline.cli.act;

import tools.jackson.databind.JsonNode;

/**
 * A job to act on.
 *
 * @param state the state in which it was shown; null when the caller named it without a look-up
 */
record ChosenSubject(String euid, String state) {

  static ChosenSubject of(JsonNode item) {
    return new ChosenSubject(item.path("subject_euid").asString(), item.path("state").asString());
  }
}
