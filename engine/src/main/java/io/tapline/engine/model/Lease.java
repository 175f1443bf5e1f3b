package io.tapline.engine.model;

import io.tapline.api.LeaseStatus;
import java.time.Instant;

/** A lease with its links. Its uid is the fencing token: it increases with every claim of a job. */
public record Lease(
    long uid, String euid, long subjectUid, long workerUid, long queueUid, LeaseTerms terms) {

  public boolean live(Instant now) {
    return terms.status() == LeaseStatus.ACTIVE && terms.expiresAt().isAfter(now);
  }

  /** The lease no longer protects the job, whether or not the lapse has been settled. */
  public boolean lapsed(Instant now) {
    return terms.status() == LeaseStatus.ACTIVE && !terms.expiresAt().isAfter(now);
  }

  public long fencingToken() {
    return uid;
  }

  public Lease with(LeaseTerms changed) {
    return new Lease(uid, euid, subjectUid, workerUid, queueUid, changed);
  }
}
