package io.tapline.demo;

import io.tapline.api.WorkerType;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.RegisterWorkerBuilder;
import java.util.List;
import java.util.UUID;

/**
 * A laptop that claims a job and crashes: it reports nothing, the lease lapses, and another worker
 * does the job. Each round registers it again.
 */
final class CrashingWorker extends RepeatedTask {

  private static final List<String> QUEUES =
      List.of("extraction_prod", "post_extract_qc", "ilmn_lib_prep", "ont_lib_prep");

  CrashingWorker(SimulatedLab lab) {
    super("crasher", lab, 100);
  }

  @Override
  void once() {
    var worker =
        lab()
            .floor()
            .workers()
            .register(
                RegisterWorkerBuilder.builder()
                    .workerKey("demo-bench-laptop-7")
                    .workerType(WorkerType.SERVICE)
                    .displayName("Bench laptop 7 (crashes now and then)")
                    .capabilities(
                        List.of(
                            "wetlab.extraction",
                            "wetlab.post_extract_qc",
                            "wetlab.library_prep",
                            "platform.ILMN",
                            "platform.ONT"))
                    .maxConcurrentLeases(1)
                    .heartbeatTtlSeconds(lab().pace().seconds(30, 1))
                    .processIdentity(UUID.randomUUID().toString())
                    .build())
            .workerEuid();
    lab()
        .floor()
        .leases()
        .claim(
            ClaimBuilder.builder()
                .workerEuid(worker)
                .queueKey(lab().chance().oneOf(QUEUES))
                .start(true)
                .build());
  }
}
