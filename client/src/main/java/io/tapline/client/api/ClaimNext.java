package io.tapline.client.api;

import io.tapline.client.http.WireJson;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/**
 * A claim in the request that ends a job: the same worker claims for the slot that becomes free.
 * The claim does not wait for jobs, and the ending is valid even if the claim is refused.
 */
public final class ClaimNext {

  private final ObjectNode body = WireJson.object();

  private ClaimNext() {}

  /** Claims from this queue. */
  public static ClaimNext from(String queueKey) {
    return new ClaimNext().set("queue_key", queueKey);
  }

  /** Claims from all queues that the worker can serve. */
  public static ClaimNext fromAny() {
    return new ClaimNext();
  }

  /** Maximum number of jobs; 1 by default. */
  public ClaimNext maxItems(int value) {
    return set("max_items", value);
  }

  /** Starts the jobs in the same transaction. */
  public ClaimNext start(boolean value) {
    return set("start", value);
  }

  /** Term of the leases; the queue's by default. */
  public ClaimNext leaseTtlSeconds(int value) {
    return set("lease_ttl_seconds", value);
  }

  /** Stored in the records: anything that serializes to JSON. */
  public ClaimNext payload(Object value) {
    return set("payload", value);
  }

  /**
   * Deadline by the database's clock, after which the server grants nothing because the caller no
   * longer waits.
   */
  public ClaimNext notAfter(Instant value) {
    return set("not_after", value.toString());
  }

  /** Key of the claim; by default the key of the ending with the suffix {@code /next}. */
  public ClaimNext idempotencyKey(String value) {
    return set("idempotency_key", value);
  }

  private ClaimNext set(String field, Object value) {
    body.set(field, WireJson.tree(value));
    return this;
  }

  ObjectNode body() {
    return body;
  }
}
