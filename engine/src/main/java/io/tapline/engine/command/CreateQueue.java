package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Creates a queue; omitted fields take their defaults. */
public record CreateQueue(RequestMeta meta, String queueKey, QueueFields fields)
    implements QueueCommand {
  @Override
  public ActionKey action() {
    return ActionKey.CREATE_QUEUE;
  }

  public static CreateQueue read(RequestFields f, RequestMeta meta) {
    return new CreateQueue(meta, f.text("queue_key"), QueueFieldsReader.read(f));
  }

  @Override
  public void check(FieldChecks c) {
    SharedChecks.queueKey(c, queueKey);
    QueueFieldsChecks.check(c, fields);
    c.that(
        fields.subjectTemplateCodes() != null && !fields.subjectTemplateCodes().isEmpty(),
        "subject_template_codes",
        "must contain at least one template of jobs, such as " + Enqueue.TASK);
  }
}
