package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** New work is taken, or refused, for the whole tenant. */
public record SwitchSubstrate(RequestMeta meta, Boolean enabled, String reason) implements Command {
  @Override
  public ActionKey action() {
    return ActionKey.SWITCH_SUBSTRATE;
  }
}
