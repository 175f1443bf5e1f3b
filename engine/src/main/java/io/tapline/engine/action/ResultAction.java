package io.tapline.engine.action;

import io.tapline.api.ActionKey;
import io.tapline.api.WireWord;
import java.util.Arrays;
import java.util.List;

/** The actions that end an attempt, as a report of several results names them. */
public enum ResultAction implements WireWord {
  COMPLETE("complete", ActionKey.COMPLETE_QUEUE_EXECUTION),
  FAIL("fail", ActionKey.FAIL_QUEUE_EXECUTION),
  RELEASE_LEASE("release-lease", ActionKey.RELEASE_QUEUE_LEASE);

  public static final String FIELD = "action";

  private final String wire;
  private final ActionKey action;

  ResultAction(String wire, ActionKey action) {
    this.wire = wire;
    this.action = action;
  }

  /** The last part of the path of the single action. */
  @Override
  public String wire() {
    return wire;
  }

  public ActionKey action() {
    return action;
  }

  public static List<String> wires() {
    return Arrays.stream(values()).map(ResultAction::wire).toList();
  }
}
