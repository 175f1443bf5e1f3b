package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.WireField;

/** Creates a queue; omitted fields take their defaults. */
@WireField.CheckOrder(last = "subject_template_codes")
@RecordBuilder
public record CreateQueue(
    RequestMeta meta,
    @CommonFields.QueueKey String queueKey,
    @WireField.Required(
            value = "subject_template_codes",
            otherwise = "must contain at least one template of jobs, such as " + Enqueue.TASK)
        QueueFields fields)
    implements QueueCommand {
  @Override
  public ActionKey action() {
    return ActionKey.CREATE_QUEUE;
  }
}
