package io.tapline.engine.command;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tapline.engine.model.ActionKey;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * A worker asks for work: from one queue, from any it serves, or for one subject.
 *
 * @param leaseTtlSeconds how long the leases last; null is as long as the queue has it
 * @param notAfter when nobody waits for the answer any more: later than this, by the database's
 *     clock, nothing is claimed. Null for no such time. It is no part of what is asked for, so the
 *     same request may come again with a later one
 * @param expect what the caller believes of the one subject that it names; null for nothing
 */
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
    // One form of nothing, so that there is one hash of it.
    expect = StatePrecondition.none(expect) ? null : expect;
  }

  /** However the subjects stand. */
  public Claim(
      RequestMeta meta,
      String workerEuid,
      String queueKey,
      String subjectEuid,
      int maxItems,
      boolean start,
      JsonNode payload,
      Integer leaseTtlSeconds) {
    this(
        meta,
        workerEuid,
        queueKey,
        subjectEuid,
        maxItems,
        start,
        payload,
        leaseTtlSeconds,
        null,
        null);
  }

  /** Under leases as long as the queue has them. */
  public Claim(
      RequestMeta meta,
      String workerEuid,
      String queueKey,
      String subjectEuid,
      int maxItems,
      boolean start,
      JsonNode payload) {
    this(meta, workerEuid, queueKey, subjectEuid, maxItems, start, payload, null);
  }

  /** The same, not after this time; null for any time. */
  public Claim until(Instant latest) {
    return new Claim(
        meta,
        workerEuid,
        queueKey,
        subjectEuid,
        maxItems,
        start,
        payload,
        leaseTtlSeconds,
        latest,
        expect);
  }

  @Override
  public ActionKey action() {
    return ActionKey.CLAIM_QUEUE_ITEM;
  }

  public static Claim one(String key, String workerEuid, String queueKey) {
    return new Claim(RequestMeta.key(key), workerEuid, queueKey, null, 1, false, null);
  }

  public static Claim batch(
      String key, String workerEuid, String queueKey, int maxItems, boolean start) {
    return new Claim(RequestMeta.key(key), workerEuid, queueKey, null, maxItems, start, null);
  }

  public static Claim subject(String key, String workerEuid, String subjectEuid) {
    return new Claim(RequestMeta.key(key), workerEuid, null, subjectEuid, 1, false, null);
  }

  public static Claim read(RequestFields f, RequestMeta meta) {
    var items = f.integer("max_items");
    return new Claim(
        meta,
        f.text("worker_euid"),
        f.text("queue_key"),
        f.text("subject_euid"),
        items == null ? 1 : items,
        f.isTrue("start"),
        f.json("payload"),
        f.integer("lease_ttl_seconds"),
        f.time("not_after"),
        StatePrecondition.read(f));
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
