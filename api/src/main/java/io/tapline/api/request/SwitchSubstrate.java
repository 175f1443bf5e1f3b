package io.tapline.api.request;

import io.tapline.api.ActionKey;
import io.tapline.api.WireField;

/** Accepts or refuses new jobs for the whole tenant. */
public record SwitchSubstrate(
    RequestMeta meta,
    @WireField(required = true, about = "whether new jobs are accepted") Boolean enabled,
    @CommonFields.Reason String reason)
    implements Command {
  @Override
  public ActionKey action() {
    return ActionKey.SWITCH_SUBSTRATE;
  }
}
