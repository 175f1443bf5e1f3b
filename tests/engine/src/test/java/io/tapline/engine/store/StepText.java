package io.tapline.engine.store;

import java.util.Map;
import java.util.stream.Collectors;

/** The texts of {@link StepForm}, for tests of their plans. */
public final class StepText {

  private StepText() {}

  /** Every text, under a name that the test reports. */
  public static Map<String, String> texts() {
    return StepForm.all().stream().collect(Collectors.toMap(StepText::name, StepForm::text));
  }

  private static String name(StepForm form) {
    return "step/"
        + (form.ends() ? "ends_" : "")
        + (form.claims() ? "claims_" : "")
        + form.size().name().toLowerCase(java.util.Locale.ROOT)
        + (form.fromPlace() ? "_from_place" : "")
        + (form.counts() ? "_counted" : "");
  }
}
