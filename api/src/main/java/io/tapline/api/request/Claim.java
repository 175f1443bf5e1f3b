package io.tapline.api.request;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A worker requests jobs: from one queue, from several, from any queue that it serves, or one named
 * job.
 *
 * @param queueKeys null for none; one queue is the same request as {@code queueKey}
 * @param leaseTtlSeconds the duration of the leases; null for the duration of the queue
 * @param notAfter the time, by the clock of the database, after which nothing is claimed because
 *     the caller no longer waits; null for none. It is no part of the payload hash, so a retry may
 *     have a later time
 * @param expect the precondition on the named job, or null
 */
@RecordBuilder
public record Claim(
    RequestMeta meta,
    @CommonFields.Worker String workerEuid,
    @WireField(length = Limits.KEY, about = "default: the queues that the worker can serve")
        String queueKey,
    @WireField(
            length = Limits.KEY,
            about = "several queues instead of queue_key; they are tried by dispatch priority")
        List<String> queueKeys,
    @WireField(length = Limits.KEY, about = "claims exactly this job") String subjectEuid,
    @CommonFields.MaxItems int maxItems,
    @WireField(about = "starts the jobs in the same transaction") boolean start,
    @WireField(bytes = Limits.PAYLOAD_BYTES, about = "stored in the record") JsonNode payload,
    @CommonFields.LeaseTtl Integer leaseTtlSeconds,
    @CommonFields.NotAfter @JsonIgnore Instant notAfter,
    StatePrecondition expect)
    implements Command {

  public Claim {
    if (queueKeys != null) {
      queueKeys = List.copyOf(queueKeys);
      if (queueKeys.size() == 1 && queueKey == null) {
        queueKey = queueKeys.get(0);
        queueKeys = null;
      }
    }
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

  /** Tries these queues by dispatch priority; all queues of the worker if there are none. */
  public static Claim started(String key, String workerEuid, List<String> queueKeys, int maxItems) {
    return ClaimBuilder.builder()
        .meta(RequestMeta.key(key))
        .workerEuid(workerEuid)
        .queueKeys(queueKeys.isEmpty() ? null : queueKeys)
        .maxItems(maxItems)
        .start(true)
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

  @Override
  public void check(Faults faults) {
    if (queueKeys != null) {
      faults
          .that(
              !queueKeys.isEmpty(), "queue_keys", "is empty; name a queue, or leave it out for all")
          .that(queueKey == null, "queue_keys", "queue_key names a queue already; send one of them")
          .that(
              subjectEuid == null, "queue_keys", "the request names a job; send queue_key or none")
          .that(
              queueKeys.size() == Set.copyOf(queueKeys).size(),
              "queue_keys",
              "contains the same queue twice; name each queue once");
    }
    StatePrecondition.check(expect, subjectEuid, faults);
  }
}
