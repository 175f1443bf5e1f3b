package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Withdraws a registered job that has neither a worker nor a pending task. */
public record RetireJob(RequestMeta meta, String queueKey, String reason) implements JobCommand {

  @Override
  public ActionKey action() {
    return ActionKey.RETIRE_JOB;
  }

  public static RetireJob read(RequestFields f, RequestMeta meta) {
    return new RetireJob(meta, f.text("queue_key"), f.text("reason"));
  }

  @Override
  public void check(FieldChecks c) {
    SharedChecks.queueKey(c, queueKey);
    c.required("reason", reason, Limits.TEXT);
  }
}
