package io.tapline.client.worker;

/** The outcome of one job, as it is sent to the server. */
public sealed interface ResultReport
    permits CompletionReport, FailureReport, ReleaseReport, ActionReport {

  HeldLease lease();

  /** The idempotency key, the same in every retry. */
  String idempotencyKey();
}
