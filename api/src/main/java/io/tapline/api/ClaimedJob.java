package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonUnwrapped;

/** A claimed job, with the lease data that its executor needs for reports. */
@JsonTypeName("ClaimedJobsClaimedJob")
public record ClaimedJob(
    @JsonUnwrapped JobView job,
    String leaseToken,
    String leaseEuid,
    long fencingToken,
    int attemptNumber) {

  /** Omits the lease token, which proves ownership and must not be logged. */
  @Override
  public String toString() {
    return "ClaimedJob[" + job.jobId() + ", " + leaseEuid + "]";
  }
}
