package io.tapline.client.api;

/** A kind of job: a queue that takes signals only and is served by one executor. */
public final class KindRequest extends ActionRequest<KindRequest> {

  private KindRequest() {}

  /** A kind, and who executes it. */
  public static KindRequest of(String kind, String executor) {
    return new KindRequest().set("kind", kind).set("executor", executor);
  }

  /** How long a lease lasts. */
  public KindRequest leaseTtlSeconds(int value) {
    return set("lease_ttl_seconds", value);
  }

  /** How often an executor renews it; absent: a third of the lease. */
  public KindRequest heartbeatIntervalSeconds(int value) {
    return set("heartbeat_interval_seconds", value);
  }

  /** Attempts before it is dead. */
  public KindRequest maxAttempts(int value) {
    return set("max_attempts", value);
  }

  /** When a failure is tried again. */
  public KindRequest retryPolicy(RetryPolicy value) {
    return set("retry_policy", value);
  }

  /** How long a finished job stays before it is cleaned; -1: for ever. */
  public KindRequest retentionDays(int value) {
    return set("retention_days", value);
  }

  /** How long, from then on, its evidence is kept; -1: for ever. */
  public KindRequest evidenceDays(int value) {
    return set("evidence_days", value);
  }
}
