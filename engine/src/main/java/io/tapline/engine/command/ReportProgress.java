package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/**
 * The worker reports its progress.
 *
 * @param fraction from 0 to 1, or null
 * @param message a text for people, or null
 */
public record ReportProgress(
    RequestMeta meta,
    String subjectEuid,
    String workerEuid,
    String leaseEuid,
    StatePrecondition expect,
    Double fraction,
    String message)
    implements LeaseCommand {
  @Override
  public ActionKey action() {
    return ActionKey.REPORT_PROGRESS;
  }

  public static ReportProgress read(RequestFields f, RequestMeta meta) {
    return new ReportProgress(
        meta,
        f.text("subject_euid"),
        f.text("worker_euid"),
        f.text("lease_euid"),
        StatePrecondition.read(f),
        f.decimal("fraction"),
        f.text("message"));
  }

  @Override
  public void check(FieldChecks c) {
    LeaseCommand.super.check(c);
    c.that(fraction != null || message != null, "fraction", "is required, or a message instead")
        .range("fraction", fraction, 0, 1)
        .text("message", message, Limits.PROGRESS);
  }
}
