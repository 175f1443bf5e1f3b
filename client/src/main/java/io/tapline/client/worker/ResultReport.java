package io.tapline.client.worker;

/** How one piece of work ended, on its way to the server. */
public sealed interface ResultReport
    permits CompletionReport, FailureReport, ReleaseReport, ActionReport {

  HeldLease lease();

  /** The same every time that this is sent. */
  String idempotencyKey();
}
