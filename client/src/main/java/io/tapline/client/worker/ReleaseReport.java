package io.tapline.client.worker;

/**
 * The work goes back to its queue, and it costs no attempt.
 *
 * @param reason for the evidence
 */
public record ReleaseReport(HeldLease lease, String reason) implements ResultReport {

  @Override
  public String idempotencyKey() {
    return "release-" + lease.leaseEuid();
  }
}
