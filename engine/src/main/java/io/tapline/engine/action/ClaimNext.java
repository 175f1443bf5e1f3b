package io.tapline.engine.action;

import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Complete;
import io.tapline.engine.command.Fail;
import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.command.Release;
import io.tapline.engine.command.RequestValidation;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Refusal;
import java.util.List;
import java.util.Objects;

/** What can be said at sight against a claim that comes with a report: then nothing is done. */
public final class ClaimNext {

  private ClaimNext() {}

  /**
   * Null when one of the endings asks for more work. A worker that only gives work back would be
   * handed the same work again.
   *
   * @param endings of the whole request, whatever is said against single ones
   */
  public static Refusal refusal(List<? extends LeaseCommand> endings) {
    boolean asks =
        endings.stream().anyMatch(ending -> ending instanceof Complete || ending instanceof Fail);
    return asks
        ? null
        : Refusal.invalid(
            CommandReader.CLAIM_NEXT, "goes with a completion or a failure, and there is none");
  }

  /** Null when the endings may be reported with it. */
  public static Refusal refusal(Caller caller, List<? extends LeaseCommand> endings, Claim next) {
    for (var ending : endings) {
      if (!(ending instanceof Complete)
          && !(ending instanceof Fail)
          && !(ending instanceof Release)) {
        return Refusal.invalid(
            CommandReader.CLAIM_NEXT, "goes with completions, failures and releases only");
      }
      if (ending.override()) {
        return Refusal.invalid(
            CommandReader.CLAIM_NEXT,
            "is for the worker that reports; leave it out to override, and claim by yourself");
      }
      if (!Objects.equals(ending.workerEuid(), next.workerEuid())) {
        return Refusal.invalid(
            CommandReader.CLAIM_NEXT,
            "is for the worker that reports, and these are of several; report those of one worker"
                + " at a time");
      }
    }
    if (next.subjectEuid() != null) {
      return Refusal.invalid(
          inside("subject_euid"), "is not asked for with a report; claim the subject by itself");
    }
    var refusal = Permissions.refusal(caller, next);
    return inside(refusal != null ? refusal : RequestValidation.refusal(next));
  }

  /** What is said against the claim, by the names that its fields have inside the report. */
  public static Refusal inside(Refusal refusal) {
    if (refusal == null || refusal.field() == null) {
      return refusal;
    }
    return new Refusal(
        refusal.code(),
        CommandReader.CLAIM_NEXT + "." + refusal.message(),
        inside(refusal.field()));
  }

  private static String inside(String field) {
    return CommandReader.CLAIM_NEXT + "." + field;
  }
}
