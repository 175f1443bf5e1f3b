package io.tapline.client.api;

import io.tapline.client.http.WireJson;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/**
 * A wish for more work, in the request that ends some: by the same worker, whose place is free by
 * then. It does not wait for work, and the ending stands whatever becomes of it.
 */
public final class ClaimNext {

  private final ObjectNode body = WireJson.object();

  private ClaimNext() {}

  /** From this queue. */
  public static ClaimNext from(String queueKey) {
    return new ClaimNext().set("queue_key", queueKey);
  }

  /** From the queues that the worker can serve. */
  public static ClaimNext fromAny() {
    return new ClaimNext();
  }

  /** At most so many; absent: 1. */
  public ClaimNext maxItems(int value) {
    return set("max_items", value);
  }

  /** Begins at once, in the same step. */
  public ClaimNext start(boolean value) {
    return set("start", value);
  }

  /** How long the leases last; absent: as the queue has it. */
  public ClaimNext leaseTtlSeconds(int value) {
    return set("lease_ttl_seconds", value);
  }

  /** Kept in the records: anything that becomes JSON. */
  public ClaimNext payload(Object value) {
    return set("payload", value);
  }

  /** Later than this, by the database's clock, nothing is claimed: nobody waits for it then. */
  public ClaimNext notAfter(Instant value) {
    return set("not_after", value.toString());
  }

  /** Of the claim; absent: the ending's, with {@code /next} after it. */
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
