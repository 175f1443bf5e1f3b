package io.tapline.demo;

import io.tapline.client.TaplineClient;
import io.tapline.client.api.PerformRequest;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What everyone in the lab shares. */
record SimulatedLab(
    DemoClients badges,
    DemoSpeed pace,
    SeededRandom chance,
    LabCatalog catalog,
    StepFields paperwork) {

  static SimulatedLab open(DemoClients demoClients, DemoSpeed demoSpeed) {
    var random = new SeededRandom();
    var catalog = LabCatalog.of(demoClients.office());
    var stepFields = new StepFields(random, catalog, new PlateAllocator(demoClients.floor()));
    return new SimulatedLab(demoClients, demoSpeed, random, catalog, stepFields);
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
