package io.tapline.server.jobs;

import io.tapline.api.JobAnswer;
import io.tapline.api.JobView;
import io.tapline.engine.model.ActionAnswer;

/** The answers of job actions. */
final class JobAnswers {

  private JobAnswers() {}

  static JobAnswer of(ActionAnswer answer, JobView job) {
    return new JobAnswer(answer.status(), answer.actionEuid(), answer.replayed(), job);
  }
}
