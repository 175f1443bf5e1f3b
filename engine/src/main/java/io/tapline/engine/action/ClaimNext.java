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

/** Checks of a claim that is part of a report. A refusal applies to the whole request. */
public final class ClaimNext {

  private ClaimNext() {}

  /**
   * Null when one of the endings may request more jobs. A worker that only releases jobs would
   * claim the same jobs again.
   *
   * @param endings the endings of the whole request, including refused ones
   */
  public static Refusal refusal(List<? extends LeaseCommand> endings) {
    boolean asks =
        endings.stream().anyMatch(ending -> ending instanceof Complete || ending instanceof Fail);
    return asks
        ? null
        : Refusal.invalid(
            CommandReader.CLAIM_NEXT, "goes with a completion or a failure, and there is none");
  }

  /** Null when the endings may be reported with the claim. */
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

  /** The refusal of the claim, with the names that its fields have inside the report. */
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
