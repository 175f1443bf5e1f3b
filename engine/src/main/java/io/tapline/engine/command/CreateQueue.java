package io.tapline.engine.command;

import io.tapline.api.WireField;
import io.tapline.engine.model.ActionKey;

/** Creates a queue; omitted fields take their defaults. */
@WireField.CheckOrder(last = "subject_template_codes")
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
