package io.tapline.engine.read;

import io.soabase.recordbuilder.core.RecordBuilder;
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
@RecordBuilder
public record ReadModels(
    TapDb tapDb,
    QueueReads queues,
    SubjectReads subjects,
    SubjectListReads subjectLists,
    LineageReads lineage,
    QueueChangeReads queueChanges,
    SeriesReads series,
    TenantSeriesReads whole,
    HistoryReads history,
    WorkerReads workers,
    EvidenceReads evidence,
    EventReads events,
    ActionReads actions,
    WorkerHistoryReads workerHistory,
    OutlookReads outlook,
    CredentialReads credentials,
    PlanReads plans,
    JobReads jobs,
    TaskReads tasks,
    SubstrateReads substrate,
    JobListReads jobLists,
    WorkflowReads workflows,
    SubscriptionReads subscriptions,
    ObjectReads objects,
    PrincipalReads principals,
    CallbackReads callbacks,
    WebhookReads webhooks) {

  public static ReadModels open(
      TapDb tapDb,
      TemplateCache templateCache,
      PolicyVersions policies,
      ActionStats actionStats,
      ClaimDemand demand) {
    var queues = new QueueReads(tapDb, templateCache, actionStats, demand);
    var workers = new WorkerReads(tapDb, templateCache);
    var actions = new ActionReads(tapDb, templateCache);
    var substrate = new SubstrateReads(tapDb, templateCache);
    return ReadModelsBuilder.builder()
        .tapDb(tapDb)
        .queues(queues)
        .subjects(new SubjectReads(tapDb, templateCache))
        .subjectLists(new SubjectListReads(tapDb, templateCache, queues))
        .lineage(new LineageReads(tapDb, templateCache))
        .queueChanges(new QueueChangeReads(tapDb, templateCache))
        .series(new SeriesReads(tapDb, templateCache, queues))
        .whole(new TenantSeriesReads(tapDb, templateCache, queues))
        .history(new HistoryReads(tapDb, templateCache))
        .workers(workers)
        .evidence(new EvidenceReads(tapDb, templateCache))
        .events(new EventReads(tapDb, templateCache))
        .actions(actions)
        .workerHistory(new WorkerHistoryReads(tapDb, workers, actions))
        .outlook(new OutlookReads(tapDb, templateCache, policies))
        .credentials(new CredentialReads(tapDb, templateCache))
        .plans(new PlanReads(tapDb, templateCache))
        .jobs(new JobReads(tapDb, templateCache))
        .tasks(new TaskReads(tapDb, templateCache))
        .substrate(substrate)
        .jobLists(new JobListReads(tapDb, templateCache, substrate))
        .workflows(new WorkflowReads(tapDb, templateCache, substrate))
        .subscriptions(new SubscriptionReads(tapDb, templateCache))
        .objects(new ObjectReads(tapDb, templateCache))
        .principals(new PrincipalReads(tapDb, templateCache))
        .callbacks(new CallbackReads(tapDb, templateCache))
        .webhooks(new WebhookReads(tapDb, templateCache))
        .build();
  }

  /** The clock of the database, which all decisions use. */
  public Instant now(long tenantId) {
    return tapDb.snapshot(tenantId, ReadClock::read);
  }
}
