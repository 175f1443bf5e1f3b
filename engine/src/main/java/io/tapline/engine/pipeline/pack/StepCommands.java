package io.tapline.engine.pipeline.pack;

import io.tapline.api.request.Cancel;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CompleteBuilder;
import io.tapline.api.request.FailBuilder;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RequeueBuilder;
import io.tapline.api.request.Start;
import io.tapline.api.request.StatePrecondition;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.domain.SubjectStep;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.engine.pipeline.subject.BatchItem;
import java.util.ArrayList;
import java.util.List;

/** The steps of a plan as the engine's own commands, so that its own decisions judge them. */
final class StepCommands {

  private StepCommands() {}

  static SubjectCommand command(
      SubjectStep step, PerformAction performAction, String worker, String lease) {
    RequestMeta meta = performAction.meta();
    var subject = step.subject().euid();
    if (step instanceof SubjectStep.Start) {
      return new Start(meta, subject, worker, lease, StatePrecondition.NOTHING);
    }
    if (step instanceof SubjectStep.Complete done) {
      return CompleteBuilder.builder()
          .meta(meta)
          .subjectEuid(subject)
          .workerEuid(worker)
          .leaseEuid(lease)
          .expect(StatePrecondition.NOTHING)
          .actionKey(performAction.action().wire())
          .nextQueueKey(done.nextQueueKey())
          .nextActionKey(done.nextActionKey())
          .resultPayload(done.result())
          .outputs(List.of())
          .build();
    }
    if (step instanceof SubjectStep.Update) {
      // No verb of the engine: it only names the subject, so that the rows are read.
      return Complete.of(meta.idempotencyKey(), subject, worker, lease);
    }
    if (step instanceof SubjectStep.Fail failed) {
      return FailBuilder.builder()
          .meta(meta)
          .subjectEuid(subject)
          .workerEuid(worker)
          .leaseEuid(lease)
          .expect(StatePrecondition.NOTHING)
          .errorClass(failed.errorClass())
          .errorCode(failed.errorCode())
          .errorMessage(failed.message())
          .resultPayload(failed.result())
          .build();
    }
    if (step instanceof SubjectStep.Send sent) {
      return RequeueBuilder.builder()
          .meta(meta)
          .subjectEuid(subject)
          .expect(StatePrecondition.NOTHING)
          .queueKey(sent.queueKey())
          .nextActionKey(sent.nextActionKey())
          .reason(sent.reason())
          .build();
    }
    return new Cancel(
        meta, subject, StatePrecondition.NOTHING, false, ((SubjectStep.Cancel) step).reason());
  }

  static Complete expecting(Complete c, StatePrecondition expect) {
    return CompleteBuilder.builder(c).expect(expect).build();
  }

  /** Commands of one request, under its payload hash. */
  static List<BatchItem> items(HashedCommand request, List<? extends SubjectCommand> commands) {
    var items = new ArrayList<BatchItem>();
    for (var command : commands) {
      items.add(new BatchItem(items.size(), request.with(command, request.hash())));
    }
    return items;
  }
}
