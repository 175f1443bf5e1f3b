package io.tapline.engine.pipeline;

import io.tapline.api.Code;
import io.tapline.engine.command.Cancel;
import io.tapline.engine.command.CreateWorkflow;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.EnqueueBuilder;
import io.tapline.engine.command.EnqueueLinksBuilder;
import io.tapline.engine.command.PayloadHash;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Subject;
import io.tapline.engine.model.Workflow;
import io.tapline.engine.store.ActionEntryBuilder;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.ReplayLookup;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.engine.store.WaitingJobs;
import io.tapline.engine.store.WorkflowRows;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Creates workflows in one transaction with all their jobs, and settles them job by job. An ended
 * job stays unsettled until its dependent jobs were evaluated, so a crash in between only delays
 * them.
 */
final class WorkflowPipeline {

  private final PipelineContext context;
  private final EnqueuePipeline enqueues;
  private final SubjectPipeline subjects;

  WorkflowPipeline(PipelineContext context, EnqueuePipeline enqueues, SubjectPipeline subjects) {
    this.context = context;
    this.enqueues = enqueues;
    this.subjects = subjects;
  }

  /** The result in the answer: the workflow, and its jobs by name. */
  record MadeWorkflow(String workflowEuid, Map<String, String> jobs) {}

  ItemOutcome execute(Caller caller, CreateWorkflow command) {
    long actorUid = context.principals().uidOf(caller);
    var hash = PayloadHash.of(command);
    try {
      return IdempotentRetry.settle(
          () ->
              context
                  .tapDb()
                  .transaction(
                      caller.tenantId(), tx -> attempt(tx, caller, actorUid, command, hash)));
    } catch (RefusedException e) {
      // One refused job refuses the whole workflow, unless an identical request has created it.
      var twin =
          context
              .tapDb()
              .transaction(
                  caller.tenantId(), tx -> IdempotentRetry.before(tx, command, hash, actorUid));
      return twin != null ? twin : ItemOutcome.of(e.refusal());
    }
  }

  private ItemOutcome attempt(
      Tx tx, Caller caller, long actorUid, CreateWorkflow command, String hash)
      throws SQLException {
    var before = IdempotentRetry.before(tx, command, hash, actorUid);
    if (before != null) {
      return before;
    }
    var clockAndIds = TransactionClockAndIds.underLock(tx, context.templates(), 2);
    var writer = new BatchWriter(tx, context.templates(), clockAndIds);
    var template = context.templates().template(tx, TemplateCache.WORKFLOW);
    var ref = clockAndIds.next(template);
    writer.register(
        ref,
        template,
        command.workflowKind(),
        new Workflow.Note(
            command.workflowKind(),
            command.generator(),
            command.meta().correlationId(),
            command.enqueuedBy()));
    writer.write();
    var jobs = enqueue(tx, caller, actorUid, command, ref);
    var acts = new BatchWriter(tx, context.templates(), clockAndIds);
    var answer = act(tx, caller, actorUid, command, hash, ref, jobs, clockAndIds, acts);
    acts.write();
    return ItemOutcome.of(answer);
  }

  /** Creates jobs level by level: a job follows the jobs that it depends on. */
  private Map<String, String> enqueue(
      Tx tx, Caller caller, long actorUid, CreateWorkflow command, ObjectRef workflow)
      throws SQLException {
    var made = new HashMap<String, String>();
    var rest = new ArrayList<>(command.jobs());
    while (!rest.isEmpty()) {
      var level =
          rest.stream()
              .filter(workflowStep -> made.keySet().containsAll(workflowStep.after()))
              .toList();
      rest.removeAll(level);
      var commands = level.stream().map(workflowStep -> job(workflowStep, workflow, made)).toList();
      var outcomes = enqueues.attempt(tx, new RequestCaller(caller, actorUid), commands);
      for (int i = 0; i < level.size(); i++) {
        made.put(level.get(i).name(), taken(level.get(i), outcomes.get(i)));
      }
    }
    var inOrder = new LinkedHashMap<String, String>();
    command
        .jobs()
        .forEach(workflowStep -> inOrder.put(workflowStep.name(), made.get(workflowStep.name())));
    return inOrder;
  }

  private static Enqueue job(
      CreateWorkflow.WorkflowStep workflowStep, ObjectRef workflow, Map<String, String> made) {
    var e = workflowStep.job();
    var links = e.ties() == null ? EnqueueLinksBuilder.builder().build() : e.ties();
    return EnqueueBuilder.builder()
        .meta(e.meta())
        .templateCode(e.templateCode())
        .subjectName(workflowStep.name())
        .properties(e.properties())
        .queueKey(e.queueKey())
        .nextActionKey(e.nextActionKey())
        .priority(e.priority())
        .readyAt(e.readyAt())
        .dueAt(e.dueAt())
        .scope(e.scope())
        .maxAttempts(e.maxAttempts())
        .ties(
            links.within(
                workflow.euid(),
                workflowStep.after().stream().map(made::get).toList(),
                workflowStep.onFailure()))
        .build();
  }

  /** An existing job of the same kind and key belongs to another workflow or request. */
  private static String taken(CreateWorkflow.WorkflowStep workflowStep, ItemOutcome outcome) {
    if (outcome.refused()) {
      var refusal = outcome.refusal();
      throw new RefusedException(
          new Refusal(
              refusal.code(),
              "jobs." + workflowStep.name() + ": " + refusal.message(),
              refusal.field() == null
                  ? null
                  : "jobs." + workflowStep.name() + "." + refusal.field()));
    }
    if (outcome.answer().replayed()) {
      throw new RefusedException(
          new Refusal(
              Code.IDEMPOTENCY_CONFLICT,
              "jobs."
                  + workflowStep.name()
                  + ": a job of this kind and key exists ("
                  + outcome.answer().subjectEuid()
                  + ")",
              "jobs." + workflowStep.name() + ".idempotency_key"));
    }
    return outcome.answer().subjectEuid();
  }

  private ActionAnswer act(
      Tx tx,
      Caller caller,
      long actorUid,
      CreateWorkflow command,
      String hash,
      ObjectRef workflow,
      Map<String, String> jobs,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    var template = context.templates().action(tx, command.action());
    var ref = clockAndIds.next(template);
    var note =
        RegistryRecorder.note(
            context,
            caller,
            command,
            hash,
            "actor",
            new MadeWorkflow(workflow.euid(), jobs),
            null,
            null);
    writer.act(
        ActionEntryBuilder.builder()
            .ref(ref)
            .template(template)
            .actorUid(actorUid)
            .note(note)
            .build());
    writer.link(new Link(ref.uid(), LinkTypes.EXECUTED_ON, workflow.uid()));
    return ActionAnswer.of(ref.euid(), note, false);
  }

  /**
   * A cancel of a workflow consists of one cancel for each job, under one key. The key is looked up
   * for all jobs, because ended ones are not cancelled again.
   */
  void requireSame(long tenantId, String workflowEuid, Function<String, Cancel> cancel) {
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
                      SubjectPipeline.replayed(
                              PayloadHash.of(jobs.get(key)), key.idempotencyKey(), actions.get(0))
                          .orThrow());
              return null;
            });
  }

  private Workflow found(Tx tx, String workflowEuid) throws SQLException {
    var workflow = WorkflowRows.find(tx, context.templates(), workflowEuid);
    if (workflow == null) {
      throw new RefusedException(Refusal.unknown("workflow_id", "workflow " + workflowEuid));
    }
    return workflow;
  }

  /**
   * The jobs that have not ended. The lock excludes concurrent additions; a later one depends on
   * the states of these jobs.
   */
  List<String> open(long tenantId, String workflowEuid) {
    return context
        .tapDb()
        .transaction(
            tenantId,
            tx -> {
              var workflow = found(tx, workflowEuid);
              WorkflowRows.lock(tx, workflow.uid());
              return new DecisionRows(tx, context.templates())
                  .subjects(WorkflowRows.jobs(tx, workflow.uid())).values().stream()
                      .map(DecisionRows.SubjectRow::subject)
                      .filter(job -> !job.execution().state().terminal())
                      .map(Subject::euid)
                      .toList();
            });
  }

  /**
   * Evaluates some jobs that have ended or wait, and settles those that can proceed.
   *
   * @return the number of jobs that need no further evaluation
   */
  int settle(long tenantId) {
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
