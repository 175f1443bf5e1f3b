package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;

/**
 * The worker reports its progress.
 *
 * @param fraction from 0 to 1, or null
 * @param message a text for people, or null
 */
@RecordBuilder
public record ReportProgress(
    RequestMeta meta,
    @CommonFields.Subject String subjectEuid,
    @CommonFields.Worker String workerEuid,
    @CommonFields.Lease String leaseEuid,
    StatePrecondition expect,
    @WireField(most = 1, about = "the completed fraction; this or message is required")
        Double fraction,
    @WireField(length = Limits.PROGRESS, about = "one line of text") String message)
    implements LeaseCommand {

  public ReportProgress {
    expect = expect == null ? StatePrecondition.NOTHING : expect;
  }

  @Override
  public ActionKey action() {
    return ActionKey.REPORT_PROGRESS;
  }

  @Override
  public void check(Faults faults) {
    faults.that(fraction != null || message != null, "fraction", "is required; send it or message");
  }
}
