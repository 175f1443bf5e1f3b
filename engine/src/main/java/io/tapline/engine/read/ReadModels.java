package io.tapline.engine.read;

import io.tapline.engine.pipeline.ActionStats;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.read.credential.CredentialReads;
import io.tapline.engine.read.credential.PrincipalReads;
import io.tapline.engine.read.evidence.ActionReads;
import io.tapline.engine.read.evidence.EventReads;
import io.tapline.engine.read.evidence.EvidenceReads;
import io.tapline.engine.read.evidence.HistoryReads;
import io.tapline.engine.read.job.JobListReads;
import io.tapline.engine.read.job.SubstrateReads;
import io.tapline.engine.read.job.WorkflowReads;
import io.tapline.engine.read.lineage.LineageReads;
import io.tapline.engine.read.lineage.ObjectReads;
import io.tapline.engine.read.queue.ClaimDemand;
import io.tapline.engine.read.queue.OutlookReads;
import io.tapline.engine.read.queue.PlanReads;
import io.tapline.engine.read.queue.QueueChangeReads;
import io.tapline.engine.read.queue.QueueReads;
import io.tapline.engine.read.series.SeriesReads;
import io.tapline.engine.read.series.TenantSeriesReads;
import io.tapline.engine.read.subject.SubjectListReads;
import io.tapline.engine.read.subject.SubjectReads;
import io.tapline.engine.read.task.JobReads;
import io.tapline.engine.read.task.TaskReads;
import io.tapline.engine.read.webhook.CallbackReads;
import io.tapline.engine.read.webhook.SubscriptionReads;
import io.tapline.engine.read.webhook.WebhookReads;
import io.tapline.engine.read.worker.WorkerHistoryReads;
import io.tapline.engine.read.worker.WorkerReads;
import io.tapline.engine.store.PolicyVersions;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.TapDb;
import java.time.Instant;

/** The read models. They are derived from stored data and change nothing. */
public final class ReadModels {

  private final TapDb tapDb;
  private final QueueReads queues;
  private final SubjectReads subjects;
  private final SubjectListReads subjectLists;
  private final LineageReads lineage;
  private final QueueChangeReads queueChanges;
  private final SeriesReads series;
  private final TenantSeriesReads whole;
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

  public ReadModels(
      TapDb tapDb,
      TemplateCache templateCache,
      PolicyVersions policies,
      ActionStats actionStats,
      ClaimDemand demand) {
    this.tapDb = tapDb;
    queues = new QueueReads(tapDb, templateCache, actionStats, demand);
    subjects = new SubjectReads(tapDb, templateCache);
    subjectLists = new SubjectListReads(tapDb, templateCache, queues);
    lineage = new LineageReads(tapDb, templateCache);
    queueChanges = new QueueChangeReads(tapDb, templateCache);
    series = new SeriesReads(tapDb, templateCache, queues);
    whole = new TenantSeriesReads(tapDb, templateCache, queues);
    history = new HistoryReads(tapDb, templateCache);
    workers = new WorkerReads(tapDb, templateCache);
    evidence = new EvidenceReads(tapDb, templateCache);
    events = new EventReads(tapDb, templateCache);
    actions = new ActionReads(tapDb, templateCache);
    workerHistory = new WorkerHistoryReads(tapDb, workers, actions);
    outlook = new OutlookReads(tapDb, templateCache, policies);
    credentials = new CredentialReads(tapDb, templateCache);
    plans = new PlanReads(tapDb, templateCache);
    jobs = new JobReads(tapDb, templateCache);
    tasks = new TaskReads(tapDb, templateCache);
    substrate = new SubstrateReads(tapDb, templateCache);
    jobLists = new JobListReads(tapDb, templateCache, substrate);
    workflows = new WorkflowReads(tapDb, templateCache, substrate);
    subscriptions = new SubscriptionReads(tapDb, templateCache);
    objects = new ObjectReads(tapDb, templateCache);
    principals = new PrincipalReads(tapDb, templateCache);
    callbacks = new CallbackReads(tapDb, templateCache);
    webhooks = new WebhookReads(tapDb, templateCache);
  }

  /** The clock of the database, which all decisions use. */
  public Instant now(long tenantId) {
    return tapDb.snapshot(tenantId, ReadClock::read);
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

  public TenantSeriesReads whole() {
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
