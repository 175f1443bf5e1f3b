package io.tapline.engine.pipeline;

import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.Ties;
import io.tapline.engine.decide.Relationship;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.OnFailure;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.Workflow;
import io.tapline.engine.store.CausationEvents;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Rows;
import io.tapline.engine.store.Workflows;
import io.tapline.engine.store.Writer;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/** What new work is tied to: the event that caused it, its parent, its workflow, other jobs. */
final class JobTies {

  private final Tx tx;
  private final Kinds kinds;
  private final Rows rows;

  JobTies(Tx tx, Kinds kinds) {
    this.tx = tx;
    this.kinds = kinds;
    this.rows = new Rows(tx, kinds);
  }

  /**
   * Until the end of the transaction nobody cancels the workflows that the work is for: a cancel
   * waits, and then it sees this work too.
   */
  void share(List<Enqueue> enqueues) throws SQLException {
    var workflows =
        enqueues.stream()
            .map(Enqueue::ties)
            .filter(Objects::nonNull)
            .map(ties -> Scene.uid(ties.workflow()))
            .filter(Objects::nonNull)
            .distinct()
            .sorted()
            .toList();
    if (!workflows.isEmpty()) {
      Workflows.share(tx, workflows);
    }
  }

  /** What new work is tied to must be there. */
  Refusal refusal(Enqueue enqueue) throws SQLException {
    var ties = enqueue.ties();
    if (ties == null) {
      return null;
    }
    if (ties.causationEvent() != null && CausationEvents.find(tx, ties.causationEvent()) == null) {
      return Refusal.unknown("causation_event", "event " + ties.causationEvent());
    }
    if (ties.parentJob() != null && !isSubject(ties.parentJob())) {
      return Refusal.unknown("parent_job", "job " + ties.parentJob());
    }
    return ties.workflow() == null ? null : tieToWorkflow(ties);
  }

  /** A workflow's jobs depend on each other, and on nobody else's. */
  private Refusal tieToWorkflow(Ties ties) throws SQLException {
    var workflow = Workflows.find(tx, kinds, ties.workflow());
    if (workflow == null) {
      return Refusal.unknown("workflow", "workflow " + ties.workflow());
    }
    if (cancelled(workflow)) {
      return new Refusal(
          Code.STATE_CONFLICT,
          "workflow: "
              + ties.workflow()
              + " was cancelled and takes no more jobs; requeue one of its jobs first, or make a"
              + " new workflow",
          "workflow");
    }
    if (!ties.waits()) {
      return null;
    }
    var uids = ties.dependsOn().stream().map(Scene::uid).toList();
    var jobs = rows.subjects(uids.stream().filter(Objects::nonNull).toList());
    for (int i = 0; i < uids.size(); i++) {
      var euid = ties.dependsOn().get(i);
      var job = uids.get(i) == null ? null : jobs.get(uids.get(i));
      if (job == null
          || !job.subject().euid().equals(euid)
          || !ties.workflow().equals(job.subject().execution().workflowEuid())) {
        return Refusal.unknown("depends_on", "job " + euid + " in workflow " + ties.workflow());
      }
    }
    return null;
  }

  /** Whether all of it has ended, and some of it because it was cancelled, failures or not. */
  private boolean cancelled(Workflow workflow) throws SQLException {
    var states =
        rows.subjects(Workflows.jobs(tx, workflow.uid())).values().stream()
            .map(row -> row.subject().execution().state())
            .toList();
    return states.contains(ExecutionState.CANCELED)
        && states.stream().allMatch(ExecutionState::terminal);
  }

  private boolean isSubject(String euid) throws SQLException {
    var uid = Scene.uid(euid);
    var found = uid == null ? null : rows.subjects(List.of(uid)).get(uid);
    return found != null && found.subject().euid().equals(euid);
  }

  static void link(Enqueue enqueue, long subjectUid, Writer writer) {
    var ties = enqueue.ties();
    if (ties != null && ties.causationEvent() != null) {
      writer.link(
          new Link(
              CausationEvents.actionUid(ties.causationEvent()),
              Relationship.CAUSED_JOB,
              subjectUid));
    }
    if (ties != null && ties.parentJob() != null) {
      writer.link(new Link(Scene.uid(ties.parentJob()), Relationship.PARENT_JOB, subjectUid));
    }
    if (ties != null && ties.workflow() != null) {
      writer.link(new Link(Scene.uid(ties.workflow()), Relationship.WORKFLOW_JOB, subjectUid));
    }
    if (ties != null && ties.waits()) {
      var policy = ties.onFailure() == null ? OnFailure.FAIL : ties.onFailure();
      for (var other : ties.dependsOn()) {
        writer.link(new Link(Scene.uid(other), policy.relationship(), subjectUid));
      }
    }
  }
}
