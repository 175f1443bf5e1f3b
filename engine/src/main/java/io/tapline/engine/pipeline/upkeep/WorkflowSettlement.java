package io.tapline.engine.pipeline.upkeep;

import io.tapline.api.ActionKey;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Cancel;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Subject;
import io.tapline.engine.model.Workflow;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.SystemCaller;
import io.tapline.engine.pipeline.subject.SubjectPipeline;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.ReplayLookup;
import io.tapline.engine.store.SubjectRow;
import io.tapline.engine.store.WaitingJobs;
import io.tapline.engine.store.WorkflowRows;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.function.Function;

/**
 * Settles workflows job by job, and finds the jobs that a cancel of a workflow concerns. An ended
 * job stays unsettled until its dependent jobs were evaluated, so a crash in between only delays
 * them.
 */
public final class WorkflowSettlement {

  private final PipelineContext context;
  private final SubjectPipeline subjects;

  WorkflowSettlement(PipelineContext context, SubjectPipeline subjects) {
    this.context = context;
    this.subjects = subjects;
  }

  /**
   * A cancel of a workflow consists of one cancel for each job, under one key. The key is looked up
   * for all jobs, because ended ones are not cancelled again.
   */
  public void requireSame(long tenantId, String workflowEuid, Function<String, Cancel> cancel) {
    context
        .tapDb()
        .transaction(
            tenantId,
            tx -> {
              var workflow = found(tx, workflowEuid);
              var jobs = new HashMap<ReplayLookup.Key, Cancel>();
              new DecisionRows(tx, context.templates())
                  .subjects(WorkflowRows.jobs(tx, workflow.uid()))
                  .forEach(
                      (uid, row) -> {
                        var command = cancel.apply(row.subject().euid());
                        jobs.put(
                            new ReplayLookup.Key(uid, command.meta().idempotencyKey()), command);
                      });
              var before =
                  ReplayLookup.find(
                      tx, ActionKey.CANCEL_SUBJECT_EXECUTION, List.copyOf(jobs.keySet()));
              before.forEach(
                  (key, actions) ->
                      HashedCommand.replayed(
                              HashedCommand.hash(jobs.get(key)),
                              key.idempotencyKey(),
                              actions.get(0))
                          .orThrow());
              return null;
            });
  }

  private Workflow found(Tx tx, String workflowEuid) throws SQLException {
    var workflow = WorkflowRows.find(tx, context.templates(), workflowEuid);
    if (workflow == null) {
      throw RefusedException.unknown("workflow_id", "workflow " + workflowEuid);
    }
    return workflow;
  }

  /**
   * The jobs that have not ended. The lock excludes concurrent additions; a later one depends on
   * the states of these jobs.
   */
  public List<String> open(long tenantId, String workflowEuid) {
    return context
        .tapDb()
        .transaction(
            tenantId,
            tx -> {
              var workflow = found(tx, workflowEuid);
              WorkflowRows.lock(tx, workflow.uid());
              return new DecisionRows(tx, context.templates())
                  .subjects(WorkflowRows.jobs(tx, workflow.uid())).values().stream()
                      .map(SubjectRow::subject)
                      .filter(job -> !job.execution().state().terminal())
                      .map(Subject::euid)
                      .toList();
            });
  }

  /**
   * Settles the workflows that these outcomes concern. The actions are committed and answered as
   * such; if this fails, the next sweep settles the jobs.
   *
   * @return whether an outcome concerns a workflow
   */
  public boolean settleAfter(long tenantId, List<ItemOutcome> outcomes) {
    boolean concerned = outcomes.stream().anyMatch(WorkflowSettlement::concernsOthers);
    if (concerned) {
      context
          .stats()
          .failures()
          .isolate(Task.WORKFLOW, "tenant " + tenantId, () -> settleAll(tenantId));
    }
    return concerned;
  }

  /** Whether a job of a workflow has ended or waits, so that it or other jobs may proceed. */
  private static boolean concernsOthers(ItemOutcome outcome) {
    return !outcome.refused()
        && !outcome.answer().replayed()
        && outcome.answer().result() instanceof Envelope envelope
        && envelope.workflowEuid() != null
        && (envelope.terminal() || envelope.state() == ExecutionState.PENDING);
  }

  /**
   * Settles jobs of workflows whose dependencies have ended, until none is left. A job that cannot
   * be marked is being changed; the transaction that changes it settles again.
   */
  void settleAll(long tenantId) {
    while (settle(tenantId) > 0) {
      // A job that failed with its dependency may concern other jobs in turn.
    }
  }

  /**
   * Evaluates some jobs that have ended or wait, and settles those that can proceed.
   *
   * @return the number of jobs that need no further evaluation
   */
  private int settle(long tenantId) {
    var unsettled = context.tapDb().transaction(tenantId, WaitingJobs::unsettled);
    if (unsettled.isEmpty()) {
      return 0;
    }
    var candidates =
        context.tapDb().transaction(tenantId, tx -> WaitingJobs.candidates(tx, unsettled));
    if (!candidates.isEmpty()) {
      subjects.executeAsSystem(tenantId, candidates.stream().map(SystemCaller::settle).toList());
    }
    return context.tapDb().transaction(tenantId, tx -> WaitingJobs.mark(tx, unsettled));
  }
}
