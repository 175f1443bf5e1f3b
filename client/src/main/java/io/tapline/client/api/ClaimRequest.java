package io.tapline.client.api;

import java.time.Instant;

/** Claims jobs. */
public final class ClaimRequest extends ActionRequest<ClaimRequest> {

  private ClaimRequest() {}

  public static ClaimRequest by(String workerEuid) {
    return new ClaimRequest().set("worker_euid", workerEuid);
  }

  /** The queue; by default all queues that the worker can serve. */
  public ClaimRequest queue(String value) {
    return set("queue_key", value);
  }

  /** Claims this job and no other. */
  public ClaimRequest subject(String value) {
    return set("subject_euid", value);
  }

  /**
   * Deadline by the database's clock, after which the server grants nothing because the caller no
   * longer waits.
   */
  public ClaimRequest notAfter(Instant value) {
    return set("not_after", value.toString());
  }

  /** Maximum number of jobs; 1 by default. */
  public ClaimRequest maxItems(int value) {
    return set("max_items", value);
  }

  /** Starts the jobs in the same transaction. */
  public ClaimRequest start(boolean value) {
    return set("start", value);
  }

  /** Term of the leases; the queue's by default. */
  public ClaimRequest leaseTtlSeconds(int value) {
    return set("lease_ttl_seconds", value);
  }

  /** Stored in the record: anything that serializes to JSON. */
  public ClaimRequest payload(Object value) {
    return set("payload", value);
  }
}
