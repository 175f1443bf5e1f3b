package io.tapline.api.request;

import io.tapline.api.ExecutionState;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;

/** The expected state and revision of a job. A null is not compared. */
@WireField.Group
public record StatePrecondition(
    @WireField(name = "expected_state", about = "refused if the job is in another state")
        ExecutionState state,
    @WireField(
            name = "expected_revision",
            refusedBelowLeast = true,
            about = "refused if the job has another revision")
        Long revision) {

  public static final StatePrecondition NOTHING = new StatePrecondition(null, null);

  /** The wire name of the first field that is set, or null. */
  public String given() {
    return state != null ? "expected_state" : revision != null ? "expected_revision" : null;
  }

  /** A request that selects or creates its job cannot state any precondition. */
  static void check(StatePrecondition expect, String subjectEuid, Faults faults) {
    faults.that(
        none(expect) || subjectEuid != null,
        none(expect) ? null : expect.given(),
        "is compared with the job, and the request names none; send"
            + " subject_euid, or remove the field");
  }

  /** Whether there is nothing to compare: the precondition is null or empty. */
  public static boolean none(StatePrecondition expect) {
    return expect == null || expect.given() == null;
  }
}
