package io.tapline.client.api;

import java.time.Instant;

/** Work of a kind for an executor. */
public final class JobClaimRequest extends ActionRequest<JobClaimRequest> {

  private JobClaimRequest() {}

  /** For this executor, under a lease of this holder. */
  public static JobClaimRequest of(String kind, String executor, String leaseHolder) {
    return new JobClaimRequest()
        .set("kind", kind)
        .set("executor", executor)
        .set("lease_holder", leaseHolder);
  }

  /** What the holder calls it. */
  public JobClaimRequest leaseName(String value) {
    return set("lease_name", value);
  }

  /** How long the leases last; absent: as the kind has it. */
  public JobClaimRequest leaseTtlSeconds(int value) {
    return set("lease_ttl_seconds", value);
  }

  /** Later than this, by the database's clock, nothing is claimed: nobody waits for it then. */
  public JobClaimRequest notAfter(Instant value) {
    return set("not_after", value.toString());
  }

  /** At most so many; absent: one. */
  public JobClaimRequest maxItems(int value) {
    return set("max_items", value);
  }
}
