package io.tapline.engine.read.task;

import io.tapline.api.JobName;
import io.tapline.api.WorkerStatus;
import io.tapline.engine.model.Job;
import io.tapline.engine.model.JobStatus;
import io.tapline.engine.model.WorkerProfile;
import io.tapline.engine.read.base.OffsetPage;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.read.worker.WorkerReads;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.QueueRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Registered jobs and their workers, as visible in rooms. */
public final class JobReads {

  private static final NamedSql OF_ROOM = NamedSql.load(DecisionRows.class, "job/jobs_of_room");
  private static final NamedSql ACTIVE = NamedSql.load(DecisionRows.class, "job/jobs_active");
  private static final NamedSql WORKERS = NamedSql.load(DecisionRows.class, "job/job_workers");
  private static final NamedSql HEADS = NamedSql.load(DecisionRows.class, "job/job_heads");

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public JobReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  /** The rooms whose jobs are visible in a room: the room itself and the global ones. */
  public static List<String> seenFrom(String roomId) {
    return roomId.startsWith("@")
        ? List.of(roomId)
        : List.of(roomId, JobName.GLOBAL, JobName.INTERNAL);
  }

  /** An active job with its workers. */
  public Optional<JobWithWorkers> one(long tenantId, JobName name) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var job =
              new DecisionRows(tx, templateCache)
                  .queues()
                  .jobsByKey(Set.of(name.queueKey()))
                  .get(name.queueKey());
          return job == null || job.note().status() != JobStatus.ACTIVE
              ? Optional.empty()
              : Optional.of(new JobWithWorkers(job, able(workers(tx), name.queueKey())));
        });
  }

  /**
   * Active jobs visible in a room, newest first, without their schemas.
   *
   * @param without the queues of jobs to omit
   */
  public OffsetPage<JobWithWorkers> seen(
      long tenantId, String roomId, Set<String> without, int limit, int offset) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var workers = workers(tx);
          var jobs = jobs(tx, roomId);
          jobs.removeIf(job -> without.contains(job.note().queueKey()));
          var page = OffsetPage.of(jobs, limit, offset);
          return new OffsetPage<>(
              page.items().stream()
                  .map(job -> new JobWithWorkers(job, able(workers, job.note().queueKey())))
                  .toList(),
              page.total(),
              limit,
              offset);
        });
  }

  /** Workers of any job, newest first. */
  public OffsetPage<JobWorker> workers(long tenantId, int limit, int offset) {
    return tapDb.snapshot(tenantId, tx -> OffsetPage.of(workers(tx), limit, offset));
  }

  /** Workers of the jobs visible in a room. */
  public OffsetPage<JobWorker> workers(long tenantId, String roomId, int limit, int offset) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var keys = new HashSet<String>();
          jobs(tx, roomId).forEach(job -> keys.add(job.note().queueKey()));
          return OffsetPage.of(
              workers(tx).stream()
                  .filter(worker -> worker.queueKeys().stream().anyMatch(keys::contains))
                  .toList(),
              limit,
              offset);
        });
  }

  /** Empty for a retired worker. */
  public Optional<JobWorker> worker(long tenantId, String workerEuid) {
    var uid = EuidMint.uidOf(workerEuid);
    if (uid.isEmpty()) {
      return Optional.empty();
    }
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var worker =
              new DecisionRows(tx, templateCache)
                  .workers()
                  .byUid(Set.of(uid.getAsLong()), 0)
                  .get(uid.getAsLong());
          return worker == null
                  || !worker.euid().equals(workerEuid)
                  || worker.profile().status() == WorkerStatus.RETIRED
                  || !worker.profile().workerKey().startsWith(JobWorker.KEY_PREFIX)
              ? Optional.empty()
              : Optional.of(
                  new JobWorker(
                      worker.uid(),
                      worker.euid(),
                      worker.profile(),
                      WorkerReads.owners(tx, Set.of(worker.uid())).get(worker.uid())));
        });
  }

  /** Workers without a heartbeat since then. */
  public List<JobWorker> silentSince(long tenantId, java.time.Duration length) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var since = ReadClock.read(tx).minus(length);
          return workers(tx).stream()
              .filter(worker -> worker.profile().heartbeatAt().isBefore(since))
              .toList();
        });
  }

  /** The queues of offered jobs that no worker can execute. */
  public List<String> orphans(long tenantId) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var served = new HashSet<String>();
          workers(tx).forEach(worker -> served.addAll(worker.profile().capabilities()));
          return tx
              .query(
                  ACTIVE,
                  row -> row.getString("object_key"),
                  Map.of("template", templateCache.template(tx, TemplateCache.JOB).uid()))
              .stream()
              .filter(key -> !served.contains(key))
              .filter(key -> !JobName.ofQueueKey(key).map(JobName::internal).orElse(false))
              .toList();
        });
  }

  /** The queues with waiting jobs, the one with the oldest job first. */
  public List<String> heads(long tenantId, List<String> queueKeys) {
    return queueKeys.isEmpty()
        ? List.of()
        : tapDb.snapshot(
            tenantId,
            tx ->
                tx.query(
                    HEADS,
                    row -> row.getString("key"),
                    Map.of(
                        "queues",
                        queueKeys.toArray(String[]::new),
                        "now",
                        TimeText.of(ReadClock.read(tx)))));
  }

  private List<Job> jobs(Tx tx, String roomId) throws SQLException {
    var found = new ArrayList<Job>();
    for (var room : seenFrom(roomId)) {
      var prefix = JobName.roomPrefix(room);
      found.addAll(
          tx.query(
              OF_ROOM,
              QueueRows::job,
              Map.of(
                  "template",
                  templateCache.template(tx, TemplateCache.JOB).uid(),
                  "from_key",
                  prefix,
                  "until_key",
                  after(prefix))));
    }
    found.sort(Comparator.comparingLong(Job::uid).reversed());
    return found;
  }

  /** The first text, in byte order, that is greater than all texts with the prefix. */
  private static String after(String prefix) {
    int last = prefix.length() - 1;
    return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
  }

  private List<JobWorker> workers(Tx tx) throws SQLException {
    return tx.query(
        WORKERS,
        row ->
            new JobWorker(
                row.getLong("uid"),
                row.getString("euid"),
                Json.read(row.getString("properties"), WorkerProfile.class),
                null),
        Map.of(
            "template",
            templateCache.template(tx, TemplateCache.WORKER).uid(),
            "from_key",
            JobWorker.KEY_PREFIX,
            "until_key",
            after(JobWorker.KEY_PREFIX)));
  }

  private static List<String> able(List<JobWorker> workers, String queueKey) {
    return workers.stream()
        .filter(worker -> worker.profile().capabilities().contains(queueKey))
        .map(JobWorker::euid)
        .toList();
  }
}
