package io.tapline.demo;

import io.tapline.client.TaplineClient;
import io.tapline.client.api.PerformRequest;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The objects that all parts of the lab share. */
record SimulatedLab(
    DemoClients clients,
    DemoSpeed pace,
    SeededRandom chance,
    LabCatalog catalog,
    StepFields stepFields) {

  static SimulatedLab open(DemoClients demoClients, DemoSpeed demoSpeed) {
    var random = new SeededRandom();
    var catalog = LabCatalog.of(demoClients.office());
    var stepFields = new StepFields(random, catalog, new PlateAllocator(demoClients.floor()));
    return new SimulatedLab(demoClients, demoSpeed, random, catalog, stepFields);
  }

  TaplineClient office() {
    return clients.office();
  }

  TaplineClient floor() {
    return clients.floor();
  }

  /**
   * Performs an action of a pack; the worker has a lease on the job or claims it with the action.
   */
  JsonNode perform(String action, String worker, String subject, Map<String, Object> fields) {
    return floor()
        .subjects()
        .perform(PerformRequest.of(action).subject(subject).worker(worker).with(fields))
        .result();
  }
}
