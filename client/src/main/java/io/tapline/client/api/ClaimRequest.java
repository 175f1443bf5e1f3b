package io.tapline.client.api;

import java.time.Instant;

/** A wish for work. */
public final class ClaimRequest extends ActionRequest<ClaimRequest> {

  private ClaimRequest() {}

  /** By this worker. */
  public static ClaimRequest by(String workerEuid) {
    return new ClaimRequest().set("worker_euid", workerEuid);
  }

  /** From this queue; absent: from those that the worker can serve. */
  public ClaimRequest queue(String value) {
    return set("queue_key", value);
  }

  /** This one and no other. */
  public ClaimRequest subject(String value) {
    return set("subject_euid", value);
  }

  /** Later than this, by the database's clock, nothing is claimed: nobody waits for it then. */
  public ClaimRequest notAfter(Instant value) {
    return set("not_after", value.toString());
  }

  /** At most so many; absent: 1. */
  public ClaimRequest maxItems(int value) {
    return set("max_items", value);
  }

  /** Begins at once, in the same step. */
  public ClaimRequest start(boolean value) {
    return set("start", value);
  }

  /** How long the leases last; absent: as the queue has it. */
  public ClaimRequest leaseTtlSeconds(int value) {
    return set("lease_ttl_seconds", value);
  }

  /** Kept in the record: anything that becomes JSON. */
  public ClaimRequest payload(Object value) {
    return set("payload", value);
  }
}
