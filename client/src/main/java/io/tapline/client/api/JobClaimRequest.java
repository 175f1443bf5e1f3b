package io.tapline.client.api;

import java.time.Instant;

/** Claims jobs of a kind for an executor. */
public final class JobClaimRequest extends ActionRequest<JobClaimRequest> {

  private JobClaimRequest() {}

  /**
   * @param leaseHolder the holder of the leases
   */
  public static JobClaimRequest of(String kind, String executor, String leaseHolder) {
    return new JobClaimRequest()
        .set("kind", kind)
        .set("executor", executor)
        .set("lease_holder", leaseHolder);
  }

  /** The holder's name for the lease. */
  public JobClaimRequest leaseName(String value) {
    return set("lease_name", value);
  }

  /** Term of the leases; the kind's by default. */
  public JobClaimRequest leaseTtlSeconds(int value) {
    return set("lease_ttl_seconds", value);
  }

  /**
   * Deadline by the database's clock, after which the server grants nothing because the caller no
   * longer waits.
   */
  public JobClaimRequest notAfter(Instant value) {
    return set("not_after", value.toString());
  }

  /** Maximum number of jobs; 1 by default. */
  public JobClaimRequest maxItems(int value) {
    return set("max_items", value);
  }
}
