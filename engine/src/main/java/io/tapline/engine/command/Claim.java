package io.tapline.engine.command;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.model.ActionKey;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * A worker requests jobs: from one queue, from any queue that it serves, or one named job.
 *
 * @param leaseTtlSeconds the duration of the leases; null for the duration of the queue
 * @param notAfter the time, by the clock of the database, after which nothing is claimed because
 *     the caller no longer waits; null for none. It is no part of the payload hash, so a retry may
 *     have a later time
 * @param expect the precondition on the named job, or null
 */
@RecordBuilder
public record Claim(
    RequestMeta meta,
    String workerEuid,
    String queueKey,
    String subjectEuid,
    int maxItems,
    boolean start,
    JsonNode payload,
    Integer leaseTtlSeconds,
    @JsonIgnore Instant notAfter,
    StatePrecondition expect)
    implements Command {

  public Claim {
    // An empty precondition becomes null, so that both forms have the same hash.
    expect = StatePrecondition.none(expect) ? null : expect;
  }

  /** This claim with a latest time; null for none. */
  public Claim until(Instant latest) {
    return ClaimBuilder.builder(this).notAfter(latest).build();
  }

  @Override
  public ActionKey action() {
    return ActionKey.CLAIM_QUEUE_ITEM;
  }

  public static Claim one(String key, String workerEuid, String queueKey) {
    return ClaimBuilder.builder()
        .meta(RequestMeta.key(key))
        .workerEuid(workerEuid)
        .queueKey(queueKey)
        .maxItems(1)
        .build();
  }

  public static Claim batch(
      String key, String workerEuid, String queueKey, int maxItems, boolean start) {
    return ClaimBuilder.builder()
        .meta(RequestMeta.key(key))
        .workerEuid(workerEuid)
        .queueKey(queueKey)
        .maxItems(maxItems)
        .start(start)
        .build();
  }

  public static Claim subject(String key, String workerEuid, String subjectEuid) {
    return ClaimBuilder.builder()
        .meta(RequestMeta.key(key))
        .workerEuid(workerEuid)
        .subjectEuid(subjectEuid)
        .maxItems(1)
        .build();
  }

  public static Claim read(RequestFields f, RequestMeta meta) {
    var items = f.integer("max_items");
    return ClaimBuilder.builder()
        .meta(meta)
        .workerEuid(f.text("worker_euid"))
        .queueKey(f.text("queue_key"))
        .subjectEuid(f.text("subject_euid"))
        .maxItems(items == null ? 1 : items)
        .start(f.isTrue("start"))
        .payload(f.json("payload"))
        .leaseTtlSeconds(f.integer("lease_ttl_seconds"))
        .notAfter(f.time("not_after"))
        .expect(StatePrecondition.read(f))
        .build();
  }

  @Override
  public void check(FieldChecks c) {
    c.required("worker_euid", workerEuid, Limits.KEY)
        .text("queue_key", queueKey, Limits.KEY)
        .text("subject_euid", subjectEuid, Limits.KEY)
        .range("max_items", maxItems, 1, Limits.CLAIM)
        .json("payload", payload, Limits.PAYLOAD_BYTES)
        .range("lease_ttl_seconds", leaseTtlSeconds, 1, Limits.LEASE_TTL_SECONDS);
    SharedChecks.comparable(c, expect, subjectEuid);
  }
}
