package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.ActionName;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.engine.model.DeadLetter;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Event;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Hold;
import io.tapline.engine.model.Lease;
import io.tapline.tapdb.Link;
import java.util.ArrayList;
import java.util.List;

/**
 * All changes of one command to one job. A decision builds them, and the store writes them
 * together.
 */
public final class SubjectChange implements Decision {

  private static final int MOST_EVENTS = 2;

  private final Envelope before;
  private Envelope after;
  private String status = "OK";
  private Object result;
  private Lease changedLease;
  private ExecutionRecord closedRecord;
  private Lease newLease;
  private ExecutionRecord newRecord;
  private boolean newRecordOfLease;
  private Hold newHold;
  private DeadLetter newDeadLetter;
  private DeadLetter resolvedDeadLetter;
  private final List<Hold> releasedHolds = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();

  private SubjectChange(Envelope before) {
    this.before = before;
    this.after = before;
  }

  /** A change that begins with this envelope; null for a job that the change creates. */
  static SubjectChange of(Envelope before) {
    return new SubjectChange(before);
  }

  /** An action that does not change the envelope. */
  public static SubjectChange none(Envelope envelope) {
    return new SubjectChange(envelope);
  }

  /** Applies one transition and adds its event. Every new revision has an event. */
  SubjectChange step(ActionKey action, Envelope next, EventType event, String cause) {
    var from = after == null ? null : after.state();
    Transitions.require(action, from, next.state());
    after = next;
    addEvent(new Event(event, from, next.state(), next.revision(), cause));
    return this;
  }

  /** Adds a revision without a transition, and its event: the properties of the job change. */
  SubjectChange revise(Envelope next, EventType event) {
    after = next;
    addEvent(new Event(event, before.state(), next.state(), next.revision(), null));
    return this;
  }

  /** A job that begins outside any queue. The creation is no transition, so it has no event. */
  SubjectChange born(ActionKey action, Envelope first) {
    Transitions.require(action, null, first.state());
    after = first;
    return this;
  }

  /** The event index covers the types of the first and the second event only (V2__objects.sql). */
  private void addEvent(Event event) {
    if (events.size() == MOST_EVENTS) {
      throw new IllegalStateException("a third event in one action: " + event.type());
    }
    events.add(event);
  }

  /** Adds an event without a change of the envelope. */
  SubjectChange event(EventType event, String cause) {
    addEvent(new Event(event, after.state(), after.state(), after.revision(), cause));
    return this;
  }

  SubjectChange lease(Lease changed) {
    changedLease = changed;
    return this;
  }

  SubjectChange close(ExecutionRecord finished) {
    closedRecord = finished;
    return this;
  }

  /** The record of an attempt that ends here stores the action that ended it. */
  public SubjectChange endedBy(ActionName action) {
    if (closedRecord != null) {
      closedRecord = closedRecord.with(closedRecord.attempt().endedBy(action));
    }
    return this;
  }

  /** The seven links of a claim are derived from the columns of lease and record. */
  SubjectChange grant(Lease lease, ExecutionRecord record) {
    newLease = lease;
    newRecord = record;
    newRecordOfLease = true;
    return this;
  }

  /** A record without a lease: of a reconciliation or of an external result. */
  SubjectChange record(ExecutionRecord record) {
    newRecord = record;
    newRecordOfLease = false;
    return this;
  }

  SubjectChange place(Hold hold) {
    newHold = hold;
    return this;
  }

  SubjectChange release(Hold hold) {
    releasedHolds.add(hold);
    return this;
  }

  /** Releases all active holds of the job. */
  SubjectChange releaseAll(DecisionInput s, String reason) {
    for (var hold : s.activeHolds()) {
      release(hold.with(hold.note().released(reason, s.now(), null)))
          .link(s.actorUid(), LinkTypes.ACTOR_HOLD_RELEASE, hold.uid());
    }
    return this;
  }

  SubjectChange deadLetter(DeadLetter deadLetter) {
    newDeadLetter = deadLetter;
    return this;
  }

  SubjectChange resolve(DeadLetter deadLetter) {
    resolvedDeadLetter = deadLetter;
    return this;
  }

  SubjectChange link(long parentUid, String relationship, long childUid) {
    links.add(new Link(parentUid, relationship, childUid));
    return this;
  }

  SubjectChange status(String value) {
    status = value;
    return this;
  }

  /** The result in the answer; the envelope unless a decision sets another. */
  SubjectChange result(Object value) {
    result = value;
    return this;
  }

  public Envelope before() {
    return before;
  }

  public Envelope after() {
    return after;
  }

  public boolean changesEnvelope() {
    return after != before;
  }

  public ExecutionState fromState() {
    return before == null ? null : before.state();
  }

  public String status() {
    return status;
  }

  public Object result() {
    return result == null ? after : result;
  }

  public Lease changedLease() {
    return changedLease;
  }

  public ExecutionRecord closedRecord() {
    return closedRecord;
  }

  /**
   * The newest lease of the job after the change.
   *
   * @param before the newest lease before the change, or null
   */
  public Lease newest(Lease before) {
    return newLease != null ? newLease : changedLease != null ? changedLease : before;
  }

  public Lease newLease() {
    return newLease;
  }

  public ExecutionRecord newRecord() {
    return newRecord;
  }

  public boolean newRecordOfLease() {
    return newRecordOfLease;
  }

  public Hold newHold() {
    return newHold;
  }

  public DeadLetter newDeadLetter() {
    return newDeadLetter;
  }

  public DeadLetter resolvedDeadLetter() {
    return resolvedDeadLetter;
  }

  public List<Hold> releasedHolds() {
    return releasedHolds;
  }

  public List<Link> links() {
    return links;
  }

  public List<Event> events() {
    return events;
  }
}
