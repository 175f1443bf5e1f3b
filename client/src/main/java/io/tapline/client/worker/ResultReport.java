package io.tapline.client.worker;

/** How one piece of work ended, on its way to the server. */
public sealed interface ResultReport
    permits CompletionReport, FailureReport, ReleaseReport, ActionReport {

  HeldLease lease();

  /** The idempotency key, which is the same for every repetition. */
  String idempotencyKey();
}
