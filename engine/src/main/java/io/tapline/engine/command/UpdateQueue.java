package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Changes the fields of the policy that are present. */
public record UpdateQueue(
    RequestMeta meta, String queueKey, Long expectedRevision, QueueFields fields, String reason)
    implements QueueCommand {
  @Override
  public ActionKey action() {
    return ActionKey.UPDATE_QUEUE;
  }

  public static UpdateQueue read(RequestFields f, RequestMeta meta) {
    return new UpdateQueue(
        meta,
        f.text("queue_key"),
        SharedFields.revision(f),
        QueueFieldsReader.read(f),
        f.text("reason"));
  }

  @Override
  public void check(FieldChecks c) {
    SharedChecks.queueKey(c, queueKey);
    QueueFieldsChecks.check(c, fields);
    c.present("expected_revision", expectedRevision)
        .text("reason", reason, Limits.TEXT)
        .that(
            fields.subjectTemplateCodes() == null,
            "subject_template_codes",
            "cannot be changed; create a new queue and retire this one");
  }
}
