package io.tapline.client.worker;

/**
 * The job returns to its queue and costs no attempt.
 *
 * @param reason stored with the action
 */
public record ReleaseReport(HeldLease lease, String reason) implements ResultReport {

  @Override
  public String idempotencyKey() {
    return "release-" + lease.leaseEuid();
  }
}
