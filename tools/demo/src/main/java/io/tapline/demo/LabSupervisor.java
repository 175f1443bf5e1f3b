package io.tapline.demo;

import io.tapline.api.request.HeartbeatBuilder;
import io.tapline.api.request.RequeueBuilder;
import io.tapline.client.api.DeadLetterFilter;
import io.tapline.client.api.HoldFilter;
import io.tapline.client.api.WorkerFilter;

/** Handles holds, dead letters and lost workers, so that their number stays limited. */
final class LabSupervisor extends RepeatedTask {

  static final int HOLDS = 16;
  static final int DEAD_LETTERS = 9;

  private final IdleMachines idleMachines;

  LabSupervisor(SimulatedLab lab, IdleMachines idleMachines) {
    super("supervisor", lab, 15);
    this.idleMachines = idleMachines;
  }

  @Override
  void once() {
    lab()
        .floor()
        .workers()
        .heartbeat(HeartbeatBuilder.builder().workerEuid(idleMachines.inService()).build());
    releaseHolds();
    settleDeadLetters();
    retireLeftBehind();
  }

  /** Releases the first holds of the list and keeps {@link #HOLDS} of them. */
  private void releaseHolds() {
    var holds = lab().office().holds().list(HoldFilter.all().status("ACTIVE").limit(100)).items();
    for (var hold : holds.subList(0, Math.max(0, holds.size() - HOLDS))) {
      lab().office().holds().release(hold.holdEuid(), "Looked into and settled with the clinic");
    }
  }

  private void settleDeadLetters() {
    var open =
        lab()
            .office()
            .deadLetters()
            .list(DeadLetterFilter.all().resolution("OPEN").limit(100))
            .items();
    for (var letter : open.subList(0, Math.max(0, open.size() - DEAD_LETTERS))) {
      if (lab().chance().happens(0.6)) {
        lab()
            .office()
            .subjects()
            .requeue(
                RequeueBuilder.builder()
                    .subjectEuid(letter.subjectLookupEuid())
                    .reason("Mended by hand; to be tried once more")
                    .build());
      } else {
        lab()
            .office()
            .deadLetters()
            .resolve(letter.deadLetterEuid(), "IGNORED", "The clinic sends a new specimen");
      }
    }
  }

  /**
   * Every start registers new workers; the workers of a killed start are offline and are retired
   * here.
   */
  private void retireLeftBehind() {
    var offline =
        lab().office().workers().list(WorkerFilter.all().status("OFFLINE").limit(200)).items();
    for (var worker : offline) {
      if (LabWorkers.BUILD.equals(worker.buildVersion())) {
        lab().clients().admin().workers().retire(worker.workerEuid(), "Its process is gone");
      }
    }
  }
}
