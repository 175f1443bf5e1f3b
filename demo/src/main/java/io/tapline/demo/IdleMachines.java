package io.tapline.demo;

import io.tapline.client.api.RegisterRequest;
import java.util.List;

/** Machines that stand about: one that is switched off, and one that is about to be serviced. */
final class IdleMachines {

  private final SimulatedLab lab;
  private String inService;

  IdleMachines(SimulatedLab lab) {
    this.lab = lab;
  }

  void place() {
    register("demo-minion-field-kit", "MinION field kit (in its case)", "platform.ONT", 1);
    inService =
        register("demo-nextseq-2000", "NextSeq 2000 (service is due)", "platform.ILMN", 120);
    lab.badges()
        .admin()
        .workers()
        .drain(inService, "Yearly service; the engineer comes this afternoon");
  }

  private String register(String key, String name, String platform, int heartbeatSeconds) {
    return lab.floor()
        .workers()
        .register(
            RegisterRequest.of(key, "INSTRUMENT_ADAPTER")
                .displayName(name)
                .capabilities(List.of("wetlab.run_start", platform))
                .maxConcurrentLeases(1)
                .heartbeatTtlSeconds(heartbeatSeconds))
        .workerEuid();
  }

  /** The one that takes no new work but is still there. */
  String inService() {
    return inService;
  }
}
