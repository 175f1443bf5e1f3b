package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonUnwrapped;

/** A job that was claimed, with what its executor needs to report on it. */
@JsonTypeName("ClaimedJobsClaimedJob")
public record ClaimedJob(
    @JsonUnwrapped JobView job,
    String leaseToken,
    String leaseEuid,
    long fencingToken,
    int attemptNumber) {

  /** The token proves ownership: it is in no log. */
  @Override
  public String toString() {
    return "ClaimedJob[" + job.jobId() + ", " + leaseEuid + "]";
  }
}
