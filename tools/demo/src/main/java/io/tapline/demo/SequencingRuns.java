package io.tapline.demo;

import io.tapline.api.ErrorClass;
import io.tapline.client.api.PerformRequest;
import io.tapline.client.worker.JobException;
import io.tapline.packs.wetlab.WetLabTemplates;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Finds pools and runs for their analysis. */
final class SequencingRuns {

  private final SimulatedLab lab;

  SequencingRuns(SimulatedLab lab) {
    this.lab = lab;
  }

  /** The libraries in a pool. */
  List<String> members(String pool) {
    return near(pool, "up", WetLabTemplates.LIBRARY);
  }

  /** Starts an analysis under the lease of its worker. */
  void begin(String request, String lease, JsonNode properties) {
    var pool = properties.path("pool_euid").asString();
    var found = near(pool, "down", WetLabTemplates.RUN);
    if (found.isEmpty()) {
      throw new JobException(
          ErrorClass.TRANSIENT_DEPENDENCY,
          "RUN_NOT_FINISHED",
          "The run of pool " + pool + " is not finished yet");
    }
    lab.floor()
        .subjects()
        .perform(
            PerformRequest.of("start_analysis_run")
                .subject(request)
                .lease(lease)
                .with(lab.stepFields().analysis(properties.path("pipeline").asString(), found)));
  }

  private List<String> near(String euid, String direction, String templateCode) {
    return lab.floor().subjects().lineage(euid, 1, direction).nodes().stream()
        .filter(node -> node.templateCode().equals(templateCode))
        .map(node -> node.euid())
        .toList();
  }
}
