package io.tapline.server.jobs;

import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.read.job.SubstrateJob;

/** What a verb answers: what was done, and the job as it is now. */
public record JobAnswer(String status, String actionEuid, boolean replayed, SubstrateJob job) {

  static JobAnswer of(ActionAnswer answer, SubstrateJob job) {
    return new JobAnswer(answer.status(), answer.actionEuid(), answer.replayed(), job);
  }
}
