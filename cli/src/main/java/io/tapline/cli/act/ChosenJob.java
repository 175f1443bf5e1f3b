package io.tapline.cli.act;

import tools.jackson.databind.JsonNode;

/**
 * A job to act on.
 *
 * @param state the state in which it was shown; null when the caller named it without a look-up
 */
record ChosenJob(String euid, String state) {

  static ChosenJob of(JsonNode item) {
    return new ChosenJob(item.path("subject_euid").asString(), item.path("state").asString());
  }
}
