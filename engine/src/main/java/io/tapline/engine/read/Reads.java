package io.tapline.engine.read;

import io.tapline.engine.pipeline.Tally;
import io.tapline.engine.store.Kinds;
import io.tapline.tapdb.TapDb;
import java.time.Instant;

/** The read models: derived, never authored, and nothing here changes anything. */
public final class Reads {

  private final TapDb tapDb;
  private final QueueReads queues;
  private final SubjectReads subjects;
  private final SubjectListReads subjectLists;
  private final LineageReads lineage;
  private final QueueChangeReads queueChanges;
  private final SeriesReads series;
  private final WholeReads whole;
  private final HistoryReads history;
  private final WorkerReads workers;
  private final EvidenceReads evidence;
  private final EventReads events;
  private final ActionReads actions;
  private final WorkerHistoryReads workerHistory;
  private final OutlookReads outlook;
  private final CredentialReads credentials;
  private final PlanReads plans;
  private final JobReads jobs;
  private final TaskReads tasks;
  private final SubstrateReads substrate;
  private final JobListReads jobLists;
  private final WorkflowReads workflows;
  private final SubscriptionReads subscriptions;
  private final ObjectReads objects;
  private final PrincipalReads principals;
  private final CallbackReads callbacks;
  private final WebhookReads webhooks;

  public Reads(TapDb tapDb, Kinds kinds, Tally tally, ClaimDemand demand) {
    this.tapDb = tapDb;
    queues = new QueueReads(tapDb, kinds, tally, demand);
    subjects = new SubjectReads(tapDb, kinds);
    subjectLists = new SubjectListReads(tapDb, kinds, queues);
    lineage = new LineageReads(tapDb, kinds);
    queueChanges = new QueueChangeReads(tapDb, queues);
    series = new SeriesReads(tapDb, queues);
    whole = new WholeReads(tapDb, queues, new WholeSurvey(kinds));
    history = new HistoryReads(tapDb, kinds);
    workers = new WorkerReads(tapDb, kinds);
    evidence = new EvidenceReads(tapDb, kinds);
    events = new EventReads(tapDb, kinds);
    actions = new ActionReads(tapDb, kinds);
    workerHistory = new WorkerHistoryReads(tapDb, workers, actions);
    outlook = new OutlookReads(tapDb, kinds);
    credentials = new CredentialReads(tapDb, kinds);
    plans = new PlanReads(tapDb, kinds);
    jobs = new JobReads(tapDb, kinds);
    tasks = new TaskReads(tapDb, kinds);
    substrate = new SubstrateReads(tapDb, kinds);
    jobLists = new JobListReads(tapDb, kinds, queues, substrate);
    workflows = new WorkflowReads(tapDb, kinds, substrate);
    subscriptions = new SubscriptionReads(tapDb, kinds);
    objects = new ObjectReads(tapDb, kinds);
    principals = new PrincipalReads(tapDb, kinds);
    callbacks = new CallbackReads(tapDb, kinds);
    webhooks = new WebhookReads(tapDb, kinds);
  }

  /** What time it is, by the clock that all is judged by. */
  public Instant now(long tenantId) {
    return tapDb.snapshot(tenantId, Now::read);
  }

  public QueueReads queues() {
    return queues;
  }

  public SubjectReads subjects() {
    return subjects;
  }

  public SubjectListReads subjectLists() {
    return subjectLists;
  }

  public LineageReads lineage() {
    return lineage;
  }

  public QueueChangeReads queueChanges() {
    return queueChanges;
  }

  public WholeReads whole() {
    return whole;
  }

  public SeriesReads series() {
    return series;
  }

  public HistoryReads history() {
    return history;
  }

  public WorkerReads workers() {
    return workers;
  }

  public EvidenceReads evidence() {
    return evidence;
  }

  public EventReads events() {
    return events;
  }

  public WorkerHistoryReads workerHistory() {
    return workerHistory;
  }

  public ActionReads actions() {
    return actions;
  }

  public OutlookReads outlook() {
    return outlook;
  }

  public SubstrateReads substrate() {
    return substrate;
  }

  public JobListReads jobLists() {
    return jobLists;
  }

  public WorkflowReads workflows() {
    return workflows;
  }

  public SubscriptionReads subscriptions() {
    return subscriptions;
  }

  public CredentialReads credentials() {
    return credentials;
  }

  public PlanReads plans() {
    return plans;
  }

  public JobReads jobs() {
    return jobs;
  }

  public TaskReads tasks() {
    return tasks;
  }

  public CallbackReads callbacks() {
    return callbacks;
  }

  public WebhookReads webhooks() {
    return webhooks;
  }

  public PrincipalReads principals() {
    return principals;
  }

  public ObjectReads objects() {
    return objects;
  }
}
