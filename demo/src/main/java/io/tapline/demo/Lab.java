package io.tapline.demo;

import io.tapline.client.TaplineClient;
import io.tapline.client.api.PerformRequest;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What everyone in the lab shares. */
record Lab(Badges badges, Pace pace, Chance chance, Catalog catalog, Paperwork paperwork) {

  static Lab open(Badges badges, Pace pace) {
    var chance = new Chance();
    var catalog = Catalog.of(badges.office());
    var paperwork = new Paperwork(chance, catalog, new Plates(badges.floor()));
    return new Lab(badges, pace, chance, catalog, paperwork);
  }

  TaplineClient office() {
    return badges.office();
  }

  TaplineClient floor() {
    return badges.floor();
  }

  /** An action of a pack, on a subject that the worker holds or takes up within it. */
  JsonNode perform(String action, String worker, String subject, Map<String, Object> fields) {
    return floor()
        .subjects()
        .perform(PerformRequest.of(action).subject(subject).worker(worker).with(fields))
        .result();
  }
}
