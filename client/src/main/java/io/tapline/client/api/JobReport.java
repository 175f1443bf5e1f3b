package io.tapline.client.api;

import io.tapline.api.ClaimedJob;

/** What the holder of a job says about it. */
public final class JobReport extends ActionRequest<JobReport> {

  private JobReport() {}

  /** About a job that was claimed. */
  public static JobReport on(ClaimedJob claimed) {
    return on(claimed.job().jobId(), claimed.leaseToken());
  }

  /** About a job, with the token that came with its claim. */
  public static JobReport on(String jobId, String leaseToken) {
    return new JobReport().set("job_id", jobId).set("lease_token", leaseToken);
  }

  /** The state of the work in one line: a signal, never data. */
  public JobReport statusSignal(String value) {
    return set("status_signal_only", value);
  }

  /** Why it is dead, if it is, such as timeout. */
  public JobReport reasonCode(String value) {
    return set("reason_code", value);
  }

  /** Where it failed: fetch, input, exec, output or commit. */
  public JobReport stage(String value) {
    return set("stage", value);
  }

  /** Where the result of a job that succeeded is. */
  public JobReport resultRef(String value) {
    return set("result_ref", value);
  }

  /** The executor's own code for what went wrong. */
  public JobReport errorCode(String value) {
    return set("error_code", value);
  }

  /** What went wrong, for people. */
  public JobReport errorMessage(String value) {
    return set("error_message", value);
  }
}
