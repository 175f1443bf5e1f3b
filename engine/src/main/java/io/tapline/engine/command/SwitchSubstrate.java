package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Accepts or refuses new jobs for the whole tenant. */
public record SwitchSubstrate(RequestMeta meta, Boolean enabled, String reason) implements Command {
  @Override
  public ActionKey action() {
    return ActionKey.SWITCH_SUBSTRATE;
  }

  public static SwitchSubstrate read(RequestFields f, RequestMeta meta) {
    return new SwitchSubstrate(meta, f.flag("enabled"), f.text("reason"));
  }

  @Override
  public void check(FieldChecks c) {
    c.present("enabled", enabled).required("reason", reason, Limits.TEXT);
  }
}
