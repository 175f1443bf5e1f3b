package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** A job that has neither a worker nor a pending task is no longer offered. */
public record RetireJob(RequestMeta meta, String queueKey, String reason) implements JobCommand {

  @Override
  public ActionKey action() {
    return ActionKey.RETIRE_JOB;
  }
}
