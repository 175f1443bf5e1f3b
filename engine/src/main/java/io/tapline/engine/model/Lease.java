package io.tapline.engine.model;

import io.tapline.api.LeaseStatus;
import java.time.Instant;

/** A lease with its links. Its uid is the fencing token: it rises with every claim of a subject. */
public record Lease(
    long uid, String euid, long subjectUid, long workerUid, long queueUid, LeaseTerms terms) {

  public boolean live(Instant now) {
    return terms.status() == LeaseStatus.ACTIVE && terms.expiresAt().isAfter(now);
  }

  /** Protects nothing any more, whether or not anyone has settled it. */
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
