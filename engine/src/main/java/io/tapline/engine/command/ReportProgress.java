package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/**
 * The worker says how far it is.
 *
 * @param fraction from 0 to 1, or null
 * @param message for people, or null
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
}
