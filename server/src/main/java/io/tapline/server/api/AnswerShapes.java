package io.tapline.server.api;

import io.tapline.engine.decide.RenewLease;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.DeadLetterNote;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Progress;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.model.TenantSetting;
import io.tapline.engine.model.WorkerProfile;
import io.tapline.server.http.Field;
import io.tapline.server.http.Problem;
import io.tapline.server.http.Shape;
import java.util.List;

/** What an action answers: the same for all, but for the object that it changed. */
final class AnswerShapes {

  private static final Shape EUIDS = Shape.many(WireFields.KEY, Integer.MAX_VALUE);

  private static final Shape QUEUE =
      Shape.sparse(QueuePolicy.class, Field.required("queue_euid", WireFields.KEY, "the queue"));

  private static final Shape WORKER =
      Shape.sparse(WorkerProfile.class, Field.required("worker_euid", WireFields.KEY, "itself"));

  private static final Shape HEARTBEAT =
      Shape.sparse(
          WorkerProfile.class,
          Field.required("worker_euid", WireFields.KEY, "itself"),
          Field.required("live_leases", EUIDS, "leases that it holds"),
          Field.required(
              "lost_leases",
              EUIDS,
              "leases that were taken from it: told at every heartbeat until their term is over"),
          Field.required("cancel_requested", EUIDS, "subjects that it is asked to stop"),
          Field.required("job_ids", EUIDS, "subjects of the leases that it holds"));

  private AnswerShapes() {}

  /** Of an action that a pack brings: what it tells, and where its subject is now. */
  static Shape ofPack() {
    return Shape.with(
        ActionAnswer.class,
        List.of("result"),
        Field.required("result", Shape.open(), "what the action made, and the envelope"));
  }

  static Shape of(ActionKey action) {
    return Shape.with(
        ActionAnswer.class,
        List.of("result"),
        Field.optional("result", result(action), "the object that it changed"));
  }

  /** Of an ending whose worker may ask for more. */
  static Shape asking(ActionKey action) {
    return Shape.with(
        ActionAnswer.class,
        List.of("result"),
        Field.optional("result", result(action), "the object that it changed"),
        Field.optional(
            "claimed", Shape.of(ClaimAnswer.class), "with claim_next: what a claim answers"),
        Field.optional(
            "claim_problem",
            Shape.of(Problem.class),
            "with claim_next: why nothing was claimed; the ending stands all the same"));
  }

  private static Shape result(ActionKey action) {
    return switch (action) {
      case CREATE_QUEUE, UPDATE_QUEUE, RETIRE_QUEUE, SET_CALLBACK_SECRET -> QUEUE;
      case REGISTER_WORKER, DRAIN_WORKER, DISABLE_WORKER, ENABLE_WORKER, RETIRE_WORKER -> WORKER;
      case HEARTBEAT_WORKER -> HEARTBEAT;
      case RENEW_QUEUE_LEASE -> Shape.of(RenewLease.Renewed.class);
      case REPORT_PROGRESS -> Shape.of(Progress.class);
      case SWITCH_SUBSTRATE -> Shape.of(TenantSetting.Note.class);
      case RESOLVE_DEAD_LETTER -> Shape.of(DeadLetterNote.class);
      default -> Shape.of(Envelope.class);
    };
  }
}
