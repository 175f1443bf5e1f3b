package io.tapline.client.api;

import io.tapline.api.ClaimedJob;

/** A report of the holder of a job. */
public final class JobReport extends ActionRequest<JobReport> {

  private JobReport() {}

  /** Reports on a claimed job. */
  public static JobReport on(ClaimedJob claimed) {
    return on(claimed.job().jobId(), claimed.leaseToken());
  }

  /** Reports on a job, with the token from its claim. */
  public static JobReport on(String jobId, String leaseToken) {
    return new JobReport().set("job_id", jobId).set("lease_token", leaseToken);
  }

  /** The status of the job in one line, without payload data. */
  public JobReport statusSignal(String value) {
    return set("status_signal_only", value);
  }

  /** The reason code of a dead letter, such as timeout. */
  public JobReport reasonCode(String value) {
    return set("reason_code", value);
  }

  /** The stage that failed: fetch, input, exec, output or commit. */
  public JobReport stage(String value) {
    return set("stage", value);
  }

  /** Reference to the result of a successful job. */
  public JobReport resultRef(String value) {
    return set("result_ref", value);
  }

  /** The executor's error code. */
  public JobReport errorCode(String value) {
    return set("error_code", value);
  }

  /** A text for operators. */
  public JobReport errorMessage(String value) {
    return set("error_message", value);
  }
}
