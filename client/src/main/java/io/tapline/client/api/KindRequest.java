package io.tapline.client.api;

/** Creates a job kind: a queue that accepts signals only and is served by one executor. */
public final class KindRequest extends ActionRequest<KindRequest> {

  private KindRequest() {}

  public static KindRequest of(String kind, String executor) {
    return new KindRequest().set("kind", kind).set("executor", executor);
  }

  /** Term of a lease. */
  public KindRequest leaseTtlSeconds(int value) {
    return set("lease_ttl_seconds", value);
  }

  /** Renewal interval of a lease; a third of its term if absent. */
  public KindRequest heartbeatIntervalSeconds(int value) {
    return set("heartbeat_interval_seconds", value);
  }

  /** Attempts before a job is dead. */
  public KindRequest maxAttempts(int value) {
    return set("max_attempts", value);
  }

  public KindRequest retryPolicy(RetryPolicy value) {
    return set("retry_policy", value);
  }

  /** Days before a finished job is archived; -1: never. */
  public KindRequest retentionDays(int value) {
    return set("retention_days", value);
  }

  /** Days after archiving before the evidence is deleted; -1: never. */
  public KindRequest evidenceDays(int value) {
    return set("evidence_days", value);
  }
}
