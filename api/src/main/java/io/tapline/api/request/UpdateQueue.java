package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;

/** Changes the fields of the policy that are present. */
@WireField.CheckOrder(last = {"expected_revision", "reason"})
@RecordBuilder
public record UpdateQueue(
    RequestMeta meta,
    @CommonFields.QueueKey String queueKey,
    @WireField(
            required = true,
            refusedBelowLeast = true,
            about = "the expected revision of the queue")
        Long expectedRevision,
    QueueFields fields,
    @CommonFields.OptionalReason String reason)
    implements QueueCommand {
  @Override
  public ActionKey action() {
    return ActionKey.UPDATE_QUEUE;
  }

  @Override
  public void check(Faults faults) {
    faults.that(
        fields.subjectTemplateCodes() == null,
        "subject_template_codes",
        "cannot be changed; create a new queue and retire this one");
  }
}
