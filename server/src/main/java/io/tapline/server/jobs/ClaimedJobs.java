package io.tapline.server.jobs;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.engine.read.job.SubstrateJob;
import java.util.List;

/** The jobs that a claim gave, or none. */
public record ClaimedJobs(String status, boolean replayed, List<ClaimedJob> jobs) {

  /** A job with what its executor needs to report on it. */
  public record ClaimedJob(
      @JsonUnwrapped SubstrateJob job,
      String leaseToken,
      String leaseEuid,
      long fencingToken,
      int attemptNumber) {}
}
