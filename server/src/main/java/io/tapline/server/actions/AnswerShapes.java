package io.tapline.server.actions;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Progress;
import io.tapline.engine.decide.RenewLease;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.DeadLetterNote;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.model.TenantSetting;
import io.tapline.engine.model.WorkerProfile;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Problem;
import io.tapline.server.http.ValueShape;
import java.util.List;

/** The shapes of the answers of actions; they differ only in the changed object. */
public final class AnswerShapes {

  private static final ValueShape EUIDS = ValueShape.many(WireFields.KEY, Integer.MAX_VALUE);

  private static final ValueShape QUEUE =
      ValueShape.sparse(
          QueuePolicy.class, ApiField.required("queue_euid", WireFields.KEY, "the queue"));

  private static final ValueShape WORKER =
      ValueShape.sparse(
          WorkerProfile.class, ApiField.required("worker_euid", WireFields.KEY, "itself"));

  private static final ValueShape HEARTBEAT =
      ValueShape.sparse(
          WorkerProfile.class,
          ApiField.required("worker_euid", WireFields.KEY, "itself"),
          ApiField.required("live_leases", EUIDS, "the leases that the worker holds"),
          ApiField.required(
              "lost_leases",
              EUIDS,
              "leases that the worker has lost; repeated in every answer until their term is"
                  + " over"),
          ApiField.required("cancel_requested", EUIDS, "jobs with a cancel request"),
          ApiField.required("job_ids", EUIDS, "the jobs of the leases"));

  private AnswerShapes() {}

  /** The answer of a pack's action: its result, and the state of its job. */
  public static ValueShape ofPack() {
    return ValueShape.with(
        ActionAnswer.class,
        List.of("result"),
        ApiField.required(
            "result", ValueShape.open(), "the objects that the action created, and the envelope"));
  }

  static ValueShape of(ActionKey action) {
    return ValueShape.with(
        ActionAnswer.class,
        List.of("result"),
        ApiField.optional("result", result(action), "the object that the action changed"));
  }

  /** The answer of an ending that may carry a claim. */
  public static ValueShape asking(ActionKey action) {
    return ValueShape.with(
        ActionAnswer.class,
        List.of("result"),
        ApiField.optional("result", result(action), "the object that the action changed"),
        ApiField.optional(
            "claimed",
            ValueShape.of(ClaimAnswer.class),
            "with claim_next: the answer of the claim"),
        ApiField.optional(
            "claim_problem",
            ValueShape.of(Problem.class),
            "with claim_next: the refusal of the claim; the ending is stored"));
  }

  private static ValueShape result(ActionKey action) {
    return switch (action) {
      case CREATE_QUEUE, UPDATE_QUEUE, RETIRE_QUEUE, SET_CALLBACK_SECRET -> QUEUE;
      case REGISTER_WORKER, DRAIN_WORKER, DISABLE_WORKER, ENABLE_WORKER, RETIRE_WORKER -> WORKER;
      case HEARTBEAT_WORKER -> HEARTBEAT;
      case RENEW_QUEUE_LEASE -> ValueShape.of(RenewLease.Renewed.class);
      case REPORT_PROGRESS -> ValueShape.of(Progress.class);
      case SWITCH_SUBSTRATE -> ValueShape.of(TenantSetting.Note.class);
      case RESOLVE_DEAD_LETTER -> ValueShape.of(DeadLetterNote.class);
      default -> ValueShape.of(Envelope.class);
    };
  }
}
