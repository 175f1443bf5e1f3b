package io.tapline.engine.store;

import java.util.Map;

/** The statement that {@link StepStatement} fills in, for tests of its plans. */
public final class StepText {

  private StepText() {}

  /** Every variant of the statement, under the name that the test reports. */
  public static Map<String, String> texts() {
    return Map.of(
        "step/one_from_head", StepStatement.text("", false),
        "step/one_from_place", StepStatement.text(StepStatement.AFTER_PLACE, false),
        "step/several_from_head", StepStatement.text("", true),
        "step/several_from_place", StepStatement.text(StepStatement.AFTER_PLACE, true));
  }
}
