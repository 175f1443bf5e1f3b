package io.tapline.engine.pipeline.subject;

import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.OnFailure;
import io.tapline.api.Refusal;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueLinks;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.model.Workflow;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.CausationEvents;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.WorkflowRows;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/** Links of new work: the event that caused it, its parent, its workflow, and other jobs. */
final class JobLinks {

  private final Tx tx;
  private final TemplateCache templateCache;
  private final DecisionRows rows;

  JobLinks(Tx tx, TemplateCache templateCache) {
    this.tx = tx;
    this.templateCache = templateCache;
    this.rows = new DecisionRows(tx, templateCache);
  }

  /**
   * Prevents a cancel of the workflows until the end of the transaction: a cancel waits, and then
   * includes the new jobs.
   */
  void share(List<Enqueue> enqueues) throws SQLException {
    var workflows =
        enqueues.stream()
            .map(Enqueue::ties)
            .filter(Objects::nonNull)
            .map(links -> EuidMint.uidOrNull(links.workflow()))
            .filter(Objects::nonNull)
            .distinct()
            .sorted()
            .toList();
    if (!workflows.isEmpty()) {
      WorkflowRows.share(tx, workflows);
    }
  }

  /** Linked objects must exist. */
  Refusal refusal(Enqueue enqueue) throws SQLException {
    var links = enqueue.ties();
    if (links == null) {
      return null;
    }
    if (links.causationEvent() != null
        && CausationEvents.find(tx, links.causationEvent()) == null) {
      return Refusal.unknown("causation_event", "event " + links.causationEvent());
    }
    if (links.parentJob() != null && !isSubject(links.parentJob())) {
      return Refusal.unknown("parent_job", "job " + links.parentJob());
    }
    return links.workflow() == null ? null : tieToWorkflow(links);
  }

  /** Jobs of a workflow depend on jobs of the same workflow only. */
  private Refusal tieToWorkflow(EnqueueLinks links) throws SQLException {
    var workflow = WorkflowRows.find(tx, templateCache, links.workflow());
    if (workflow == null) {
      return Refusal.unknown("workflow", "workflow " + links.workflow());
    }
    if (cancelled(workflow)) {
      return new Refusal(
          Code.STATE_CONFLICT,
          "workflow: "
              + links.workflow()
              + " was cancelled and accepts no more jobs; requeue one of its jobs first, or"
              + " create a new workflow",
          "workflow");
    }
    if (!links.waits()) {
      return null;
    }
    var uids = links.dependsOn().stream().map(EuidMint::uidOrNull).toList();
    var jobs = rows.subjects(uids.stream().filter(Objects::nonNull).toList());
    for (int i = 0; i < uids.size(); i++) {
      var euid = links.dependsOn().get(i);
      var job = uids.get(i) == null ? null : jobs.get(uids.get(i));
      if (job == null
          || !job.subject().euid().equals(euid)
          || !links.workflow().equals(job.subject().execution().workflowEuid())) {
        return Refusal.unknown("depends_on", "job " + euid + " in workflow " + links.workflow());
      }
    }
    return null;
  }

  /** Whether all of its jobs have ended, and at least one was cancelled. */
  private boolean cancelled(Workflow workflow) throws SQLException {
    var states =
        rows.subjects(WorkflowRows.jobs(tx, workflow.uid())).values().stream()
            .map(row -> row.subject().execution().state())
            .toList();
    return states.contains(ExecutionState.CANCELED)
        && states.stream().allMatch(ExecutionState::terminal);
  }

  private boolean isSubject(String euid) throws SQLException {
    var uid = EuidMint.uidOrNull(euid);
    var found = uid == null ? null : rows.subjects(List.of(uid)).get(uid);
    return found != null && found.subject().euid().equals(euid);
  }

  static void link(Enqueue enqueue, long subjectUid, BatchWriter writer) {
    var links = enqueue.ties();
    if (links != null && links.causationEvent() != null) {
      writer.link(
          new Link(
              CausationEvents.actionUid(links.causationEvent()), LinkTypes.CAUSED_JOB, subjectUid));
    }
    if (links != null && links.parentJob() != null) {
      writer.link(
          new Link(EuidMint.uidOrNull(links.parentJob()), LinkTypes.PARENT_JOB, subjectUid));
    }
    if (links != null && links.workflow() != null) {
      writer.link(
          new Link(EuidMint.uidOrNull(links.workflow()), LinkTypes.WORKFLOW_JOB, subjectUid));
    }
    if (links != null && links.waits()) {
      var policy = links.onFailure() == null ? OnFailure.FAIL : links.onFailure();
      for (var other : links.dependsOn()) {
        writer.link(new Link(EuidMint.uidOrNull(other), policy.relationship(), subjectUid));
      }
    }
  }
}
