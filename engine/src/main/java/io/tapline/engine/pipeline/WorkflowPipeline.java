package io.tapline.engine.pipeline;

import io.tapline.engine.command.Cancel;
import io.tapline.engine.command.CreateWorkflow;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.PayloadHash;
import io.tapline.engine.command.Ties;
import io.tapline.engine.decide.Relationship;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Answer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.Outcome;
import io.tapline.engine.model.Ref;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Subject;
import io.tapline.engine.model.Workflow;
import io.tapline.engine.store.Drawn;
import io.tapline.engine.store.Entry;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Replays;
import io.tapline.engine.store.Rows;
import io.tapline.engine.store.Waiting;
import io.tapline.engine.store.Workflows;
import io.tapline.engine.store.Writer;
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
 * Workflows: made in one transaction with all their jobs, and settled job by job. A job that has
 * ended stays unsettled until those that wait for it have been looked at; so a crash between its
 * end and the look costs nothing but time.
 */
final class WorkflowPipeline {

  private final Context context;
  private final EnqueuePipeline enqueues;
  private final SubjectPipeline subjects;

  WorkflowPipeline(Context context, EnqueuePipeline enqueues, SubjectPipeline subjects) {
    this.context = context;
    this.enqueues = enqueues;
    this.subjects = subjects;
  }

  /** What the answer shows: the workflow, and its jobs by name. */
  record Made(String workflowEuid, Map<String, String> jobs) {}

  Outcome run(Caller caller, CreateWorkflow command) {
    long actorUid = context.principals().uidOf(caller);
    var hash = PayloadHash.of(command);
    try {
      return Twins.settle(
          () ->
              context
                  .tapDb()
                  .transaction(
                      caller.tenantId(), tx -> attempt(tx, caller, actorUid, command, hash)));
    } catch (RefusedException e) {
      // One job that is refused takes the others with it, unless a twin of this request made it.
      var twin =
          context
              .tapDb()
              .transaction(caller.tenantId(), tx -> Twins.before(tx, command, hash, actorUid));
      return twin != null ? twin : Outcome.of(e.refusal());
    }
  }

  private Outcome attempt(Tx tx, Caller caller, long actorUid, CreateWorkflow command, String hash)
      throws SQLException {
    var before = Twins.before(tx, command, hash, actorUid);
    if (before != null) {
      return before;
    }
    var drawn = Drawn.underLock(tx, context.kinds(), 2);
    var writer = new Writer(tx, context.kinds(), drawn);
    var template = context.kinds().of(tx, Kinds.WORKFLOW);
    var ref = drawn.next(template);
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
    var acts = new Writer(tx, context.kinds(), drawn);
    var answer = act(tx, caller, actorUid, command, hash, ref, jobs, drawn, acts);
    acts.write();
    return Outcome.of(answer);
  }

  /** Level by level: a job is made once those that it depends on are. */
  private Map<String, String> enqueue(
      Tx tx, Caller caller, long actorUid, CreateWorkflow command, Ref workflow)
      throws SQLException {
    var made = new HashMap<String, String>();
    var rest = new ArrayList<>(command.jobs());
    while (!rest.isEmpty()) {
      var level = rest.stream().filter(step -> made.keySet().containsAll(step.after())).toList();
      rest.removeAll(level);
      var commands = level.stream().map(step -> job(step, workflow, made)).toList();
      var outcomes = enqueues.attempt(tx, new RequestCaller(caller, actorUid), commands);
      for (int i = 0; i < level.size(); i++) {
        made.put(level.get(i).name(), taken(level.get(i), outcomes.get(i)));
      }
    }
    var inOrder = new LinkedHashMap<String, String>();
    command.jobs().forEach(step -> inOrder.put(step.name(), made.get(step.name())));
    return inOrder;
  }

  private static Enqueue job(CreateWorkflow.Step step, Ref workflow, Map<String, String> made) {
    var e = step.job();
    var ties = e.ties() == null ? new Ties(null, null, null, null, null, null) : e.ties();
    return new Enqueue(
        e.meta(),
        e.templateCode(),
        null,
        step.name(),
        e.properties(),
        e.queueKey(),
        e.nextActionKey(),
        e.priority(),
        e.readyAt(),
        e.dueAt(),
        e.scope(),
        e.maxAttempts(),
        ties.within(
            workflow.euid(), step.after().stream().map(made::get).toList(), step.onFailure()));
  }

  /** A job of the same kind and key that is there already belongs to something else. */
  private static String taken(CreateWorkflow.Step step, Outcome outcome) {
    if (outcome.refused()) {
      var refusal = outcome.refusal();
      throw new RefusedException(
          new Refusal(
              refusal.code(),
              "jobs." + step.name() + ": " + refusal.message(),
              refusal.field() == null ? null : "jobs." + step.name() + "." + refusal.field()));
    }
    if (outcome.answer().replayed()) {
      throw new RefusedException(
          new Refusal(
              Code.IDEMPOTENCY_CONFLICT,
              "jobs."
                  + step.name()
                  + ": there is a job of this kind and key already ("
                  + outcome.answer().subjectEuid()
                  + ")",
              "jobs." + step.name() + ".idempotency_key"));
    }
    return outcome.answer().subjectEuid();
  }

  private Answer act(
      Tx tx,
      Caller caller,
      long actorUid,
      CreateWorkflow command,
      String hash,
      Ref workflow,
      Map<String, String> jobs,
      Drawn drawn,
      Writer writer)
      throws SQLException {
    var template = context.kinds().action(tx, command.action());
    var ref = drawn.next(template);
    var note =
        RegistryRecorder.note(
            context, caller, command, hash, "actor", new Made(workflow.euid(), jobs), null, null);
    writer.act(new Entry(ref, template, null, null, null, actorUid, null, note));
    writer.link(new Link(ref.uid(), Relationship.EXECUTED_ON, workflow.uid()));
    return Answer.of(ref.euid(), note, false);
  }

  /**
   * A cancel of a workflow is no action of its own, but one of each job, under one key: whether it
   * was used before is asked of all of them, since those that ended are not cancelled again.
   */
  void requireSame(long tenantId, String workflowEuid, Function<String, Cancel> cancel) {
    context
        .tapDb()
        .transaction(
            tenantId,
            tx -> {
              var workflow = found(tx, workflowEuid);
              var jobs = new HashMap<Replays.Key, Cancel>();
              new Rows(tx, context.kinds())
                  .subjects(Workflows.jobs(tx, workflow.uid()))
                  .forEach(
                      (uid, row) -> {
                        var command = cancel.apply(row.subject().euid());
                        jobs.put(new Replays.Key(uid, command.meta().idempotencyKey()), command);
                      });
              var before =
                  Replays.find(tx, ActionKey.CANCEL_SUBJECT_EXECUTION, List.copyOf(jobs.keySet()));
              before.forEach(
                  (key, actions) ->
                      SubjectPipeline.replayed(
                              PayloadHash.of(jobs.get(key)), key.idempotencyKey(), actions.get(0))
                          .orThrow());
              return null;
            });
  }

  private Workflow found(Tx tx, String workflowEuid) throws SQLException {
    var workflow = Workflows.find(tx, context.kinds(), workflowEuid);
    if (workflow == null) {
      throw new RefusedException(Refusal.unknown("workflow_id", "workflow " + workflowEuid));
    }
    return workflow;
  }

  /**
   * The jobs that have not ended. No other can be on its way: whoever brings one after this is
   * judged by what these have become.
   */
  List<String> open(long tenantId, String workflowEuid) {
    return context
        .tapDb()
        .transaction(
            tenantId,
            tx -> {
              var workflow = found(tx, workflowEuid);
              Workflows.lock(tx, workflow.uid());
              return new Rows(tx, context.kinds())
                  .subjects(Workflows.jobs(tx, workflow.uid())).values().stream()
                      .map(Rows.SubjectRow::subject)
                      .filter(job -> !job.execution().state().terminal())
                      .map(Subject::euid)
                      .toList();
            });
  }

  /**
   * Looks at some jobs that have ended or wait, and lets go on what can.
   *
   * @return how many need not be looked at again
   */
  int settle(long tenantId) {
    var unsettled = context.tapDb().transaction(tenantId, Waiting::unsettled);
    if (unsettled.isEmpty()) {
      return 0;
    }
    var candidates = context.tapDb().transaction(tenantId, tx -> Waiting.candidates(tx, unsettled));
    if (!candidates.isEmpty()) {
      subjects.byItself(tenantId, candidates.stream().map(SystemCaller::settle).toList());
    }
    return context.tapDb().transaction(tenantId, tx -> Waiting.mark(tx, unsettled));
  }
}
