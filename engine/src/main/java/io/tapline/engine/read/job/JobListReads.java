package io.tapline.engine.read.job;

import io.tapline.api.ActionKey;
import io.tapline.api.JobView;
import io.tapline.api.Page;
import io.tapline.api.WordList;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.read.base.ObjectLookup;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.read.scan.BoundedScan;
import io.tapline.engine.read.scan.IndexScan;
import io.tapline.engine.store.AnswerBytes;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.ReplayLookup;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.WorkflowRows;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/** Pages of jobs by kind, status, key, correlation or workflow, each found by an index. */
public final class JobListReads {

  /** Maximum number of jobs read for one page: a rare status must not cause a scan of all. */
  static final int LOOK = 5_000;

  private final TapDb tapDb;
  private final TemplateCache templateCache;
  private final SubstrateReads jobs;

  public JobListReads(TapDb tapDb, TemplateCache templateCache, SubstrateReads jobs) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
    this.jobs = jobs;
  }

  /** The job that was enqueued under this key of the kind. */
  public JobView byKey(long tenantId, String kind, String idempotencyKey) {
    return tapDb.snapshot(
        tenantId,
        tx ->
            keyed(tx, kind, idempotencyKey).stream()
                .findFirst()
                .orElseThrow(
                    () ->
                        RefusedException.unknown(
                            "idempotency_key",
                            "job of kind " + kind + " with the key " + idempotencyKey)));
  }

  /** A page may be short and have a successor, because the number of jobs read is bounded. */
  public Page<JobView> page(long tenantId, JobFilter filter, int limit, String cursor) {
    int most = PageCursor.limit(limit);
    if (filter.idempotencyKey() != null && filter.kind() == null) {
      throw RefusedException.invalid(
          "kind", "is required with idempotency_key, because keys are unique within a kind");
    }
    if (filter.status() != null && !JobFilter.STATUSES.contains(filter.status())) {
      throw RefusedException.invalid("status", "is not one of " + WordList.and(JobFilter.STATUSES));
    }
    return tapDb.snapshot(
        tenantId,
        tx -> {
          if (filter.idempotencyKey() != null) {
            var found = keyed(tx, filter.kind(), filter.idempotencyKey());
            return new Page<>(found.stream().filter(filter::admits).toList(), null);
          }
          return filter.workflowId() != null
              ? ofWorkflow(tx, filter, most, cursor)
              : scanned(tx, filter, most, cursor);
        });
  }

  /** Uses the index that detects replays. */
  private List<JobView> keyed(Tx tx, String kind, String key) throws SQLException {
    // A kind that was retired and created again may have the key twice; the newest counts.
    var queueUids =
        new TreeSet<>(new DecisionRows(tx, templateCache).queues().withRetired(kind))
            .descendingSet();
    var lookups = queueUids.stream().map(uid -> new ReplayLookup.Key(uid, key)).toList();
    var found = ReplayLookup.find(tx, ActionKey.ENQUEUE_SUBJECT, lookups);
    var uids =
        lookups.stream()
            .map(found::get)
            .filter(Objects::nonNull)
            .map(actions -> EuidMint.uidOf(actions.get(0).note().subjectEuid()).getAsLong())
            .toList();
    return views(tx, uids);
  }

  private Page<JobView> ofWorkflow(Tx tx, JobFilter filter, int most, String cursor)
      throws SQLException {
    var workflow = WorkflowRows.find(tx, templateCache, filter.workflowId());
    if (workflow == null) {
      throw RefusedException.unknown("workflow_id", "workflow " + filter.workflowId());
    }
    long after = PageCursor.uid(cursor);
    var uids = WorkflowRows.jobs(tx, workflow.uid()).stream().filter(job -> job > after).toList();
    var shown = new ArrayList<JobView>();
    for (int from = 0; from < uids.size(); from += most) {
      var part = uids.subList(from, Math.min(uids.size(), from + most));
      var fitting = AnswerBytes.fitting(tx, part);
      var views = jobs.views(tx, fitting);
      for (var uid : fitting) {
        var job = views.get(uid);
        if (job != null && filter.admits(job)) {
          if (shown.size() == most) {
            var last = EuidMint.uidOf(shown.get(most - 1).jobId()).getAsLong();
            return new Page<>(shown, PageCursor.encode(new PageCursor.AfterUid(last)));
          }
          shown.add(job);
        }
      }
      if (fitting.size() < part.size()) {
        var last = fitting.get(fitting.size() - 1);
        return new Page<>(shown, PageCursor.encode(new PageCursor.AfterUid(last)));
      }
    }
    return new Page<>(shown, null);
  }

  private Page<JobView> scanned(Tx tx, JobFilter filter, int most, String cursor)
      throws SQLException {
    // A retired kind still has jobs.
    var kind =
        filter.kind() == null
            ? null
            : ObjectLookup.queueOrRetired(tx, templateCache, filter.kind());
    var scans = JobScans.of(filter, kind, TimeText.of(ReadClock.read(tx)));
    var at = cursor == null ? new BoundedScan.ScanStop(0, null) : stop(cursor, scans);
    var shown = new ArrayList<JobView>();
    for (int looked = 0; at.walk() < scans.size() && looked < LOOK; ) {
      var scan = scans.get(at.walk());
      var look = scan.look(tx, at.place() == null ? scan.start() : at.place(), most);
      var uids = look.subjects().stream().map(IndexScan.ScannedSubject::uid).toList();
      var fitting = AnswerBytes.fitting(tx, uids);
      var views = jobs.views(tx, fitting);
      for (var scannedSubject : look.subjects().subList(0, fitting.size())) {
        if (shown.size() == most) {
          return new Page<>(shown, PageCursor.encode(at));
        }
        var job = views.get(scannedSubject.uid());
        if (scannedSubject.matches() && job != null && filter.admits(job)) {
          shown.add(job);
        }
        at = new BoundedScan.ScanStop(at.walk(), scannedSubject.place());
      }
      if (fitting.size() < uids.size()) {
        return new Page<>(shown, PageCursor.encode(at));
      }
      looked += look.looked();
      if (look.ended()) {
        at = new BoundedScan.ScanStop(at.walk() + 1, null);
      }
    }
    return new Page<>(shown, at.walk() < scans.size() ? PageCursor.encode(at) : null);
  }

  private static BoundedScan.ScanStop stop(String cursor, List<IndexScan> scans) {
    var scanStop = PageCursor.parse(cursor, BoundedScan.ScanStop.class);
    BoundedScan.require(scanStop, scans);
    return scanStop;
  }

  private List<JobView> views(Tx tx, List<Long> uids) throws SQLException {
    var views = jobs.views(tx, uids);
    return uids.stream().map(views::get).filter(Objects::nonNull).toList();
  }
}
