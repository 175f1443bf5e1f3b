package io.tapline.demo;

import io.tapline.api.WorkerType;
import io.tapline.api.request.RegisterWorkerBuilder;
import java.util.List;

/** Machines without work: one is switched off, and one is drained for its service. */
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
    lab.clients()
        .admin()
        .workers()
        .drain(inService, "Yearly service; the engineer comes this afternoon");
  }

  private String register(String key, String name, String platform, int heartbeatSeconds) {
    return lab.floor()
        .workers()
        .register(
            RegisterWorkerBuilder.builder()
                .workerKey(key)
                .workerType(WorkerType.INSTRUMENT_ADAPTER)
                .displayName(name)
                .capabilities(List.of("wetlab.run_start", platform))
                .maxConcurrentLeases(1)
                .heartbeatTtlSeconds(heartbeatSeconds)
                .build())
        .workerEuid();
  }

  /** The worker that is drained and still sends heartbeats. */
  String inService() {
    return inService;
  }
}
