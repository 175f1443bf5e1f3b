package io.tapline.engine.pipeline.registry;

import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.request.CreateWorkflow;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.EnqueueLinksBuilder;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Workflow;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.ActionTransaction.LockPhase;
import io.tapline.engine.pipeline.subject.EnqueuePipeline;
import io.tapline.engine.store.TemplateCache;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates workflows, each in one transaction with all its jobs. One refused job refuses the whole
 * workflow.
 */
public final class WorkflowActions implements RegistryKind<CreateWorkflow, Void> {

  private final EnqueuePipeline enqueues;

  public WorkflowActions(EnqueuePipeline enqueues) {
    this.enqueues = enqueues;
  }

  /** The result in the answer: the workflow, and its jobs by name. */
  record MadeWorkflow(String workflowEuid, Map<String, String> jobs) {}

  /** A new workflow locks no row. */
  @Override
  public Void lock(LockPhase locks, CreateWorkflow command) {
    return null;
  }

  @Override
  public ItemOutcome decide(ActionTransaction action, CreateWorkflow command, Void none)
      throws SQLException {
    // The jobs refer to the workflow, so its row is written before them.
    var first = action.apart();
    var workflow =
        first.create(
            TemplateCache.WORKFLOW,
            command.workflowKind(),
            new Workflow.Note(
                command.workflowKind(),
                command.generator(),
                command.meta().correlationId(),
                command.enqueuedBy()));
    first.writer().write();
    var made = new HashMap<String, String>();
    var refusal = enqueue(action, command, workflow, made);
    if (refusal != null) {
      // An identical request may have created these jobs since the look-up.
      var replayed = action.request().replay(action.tx(), List.of(action.request().actorUid()));
      return replayed != null ? replayed : ItemOutcome.of(refusal);
    }
    var inOrder = new LinkedHashMap<String, String>();
    command.jobs().forEach(step -> inOrder.put(step.name(), made.get(step.name())));
    return action.recorder().principal(workflow, new MadeWorkflow(workflow.euid(), inOrder), null);
  }

  /**
   * Creates jobs level by level: a job follows the jobs that it depends on.
   *
   * @param made receives the EUIDs of the jobs by name
   * @return the refusal of the first job that cannot be created; or null
   */
  private Refusal enqueue(
      ActionTransaction action,
      CreateWorkflow command,
      ObjectRef workflow,
      Map<String, String> made)
      throws SQLException {
    var rest = new ArrayList<>(command.jobs());
    while (!rest.isEmpty()) {
      var level = rest.stream().filter(step -> made.keySet().containsAll(step.after())).toList();
      rest.removeAll(level);
      var commands =
          level.stream().map(step -> action.request().with(job(step, workflow, made))).toList();
      var outcomes = enqueues.attempt(action.tx(), commands);
      for (int i = 0; i < level.size(); i++) {
        var refusal = refusal(level.get(i), outcomes.get(i));
        if (refusal != null) {
          return refusal;
        }
        made.put(level.get(i).name(), outcomes.get(i).answer().subjectEuid());
      }
    }
    return null;
  }

  private static Enqueue job(
      CreateWorkflow.WorkflowStep step, ObjectRef workflow, Map<String, String> made) {
    var e = step.job();
    var links = e.ties() == null ? EnqueueLinksBuilder.builder().build() : e.ties();
    // A workflow creates its jobs: a step neither enqueues a prepared job nor is a task of a room.
    return EnqueueBuilder.builder(e)
        .subjectEuid(null)
        .submission(null)
        .expect(null)
        .subjectName(step.name())
        .ties(
            links.within(
                workflow.euid(), step.after().stream().map(made::get).toList(), step.onFailure()))
        .build();
  }

  /** An existing job of the same kind and key belongs to another workflow or request. */
  private static Refusal refusal(CreateWorkflow.WorkflowStep step, ItemOutcome outcome) {
    var field = "jobs." + step.name();
    if (outcome.refused()) {
      var refusal = outcome.refusal();
      return new Refusal(
          refusal.code(),
          field + ": " + refusal.message(),
          refusal.field() == null ? null : field + "." + refusal.field());
    }
    return outcome.answer().replayed()
        ? new Refusal(
            Code.IDEMPOTENCY_CONFLICT,
            field + ": a job of this kind and key exists (" + outcome.answer().subjectEuid() + ")",
            field + ".idempotency_key")
        : null;
  }
}
