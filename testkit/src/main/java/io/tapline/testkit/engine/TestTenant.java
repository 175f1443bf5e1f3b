package io.tapline.testkit.engine;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.ErrorClass;
import io.tapline.api.Role;
import io.tapline.api.request.AdministerWorker;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Fail;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.Release;
import io.tapline.api.request.ReleaseHold;
import io.tapline.api.request.Renew;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.Start;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.Engine;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.read.subject.SubjectView;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tenants;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/**
 * One tenant, callers in it, and the operations that most tests need. Every call has a new
 * idempotency key.
 */
public class TestTenant {

  private static final AtomicInteger TENANTS = new AtomicInteger();
  private static final AtomicLong KEYS = new AtomicLong();

  private final ScratchEngine test;
  private final long tenantId;

  /** Has all rights; defines queues. */
  public final Caller admin;

  /** Enqueues, holds, requeues, cancels. */
  public final Caller operator;

  /** A service that registers workers and executes jobs. */
  public final Caller service;

  /** Creates a tenant with the templates of the engine. */
  protected TestTenant(ScratchEngine test) {
    this.test = test;
    var key = "tenant-" + TENANTS.incrementAndGet();
    this.tenantId = new Tenants(test.owner()).createClosed(key, key, test.engine().templates());
    test.engine().prepare(tenantId);
    admin = new Caller(tenantId, "ada", Set.of(Role.ADMIN));
    operator = new Caller(tenantId, "olga", Set.of(Role.OPERATOR));
    service = new Caller(tenantId, "robot", Set.of(Role.WORKER_SERVICE));
  }

  public long tenantId() {
    return tenantId;
  }

  public Engine engine() {
    return test.engine();
  }

  /** A unique idempotency key. */
  public static String key() {
    return "key-" + KEYS.incrementAndGet();
  }

  /** A queue with short retries and no jitter, so that tests can compute times. */
  public TestTenant queue(String queueKey) {
    return queue(queueKey, fields(60, 3));
  }

  public TestTenant queue(String queueKey, QueueFields fields) {
    engine().execute(admin, new CreateQueue(RequestMeta.key(key()), queueKey, fields));
    return this;
  }

  /** The usual fields of test queues, with short retries and no jitter, as a base for others. */
  public static QueueFields fields(int ttlSeconds, int maxAttempts, String... capabilities) {
    return QueueFields.builder()
        .subjectTemplateCodes(List.of(Enqueue.TASK, "content/material/specimen/1.0"))
        .requiredWorkerCapabilities(List.of(capabilities))
        .leaseTtlSeconds(ttlSeconds)
        .maxAttemptsDefault(maxAttempts)
        .retryPolicy(
            new QueueFields.RetryFields(
                null, BigDecimal.valueOf(10), 2.0, BigDecimal.valueOf(60), 0.0))
        .build();
  }

  public String worker(String workerKey) {
    return worker(workerKey, 1_000);
  }

  public String worker(String workerKey, int limit, String... capabilities) {
    return engine()
        .execute(service, RegisterWorker.service(key(), workerKey, limit, capabilities))
        .workerEuid();
  }

  public String enqueue(String queueKey) {
    return enqueue(queueKey, Json.object().put("sample", "S-1"));
  }

  /** A task with these properties, ready at once. */
  public String enqueue(String queueKey, JsonNode properties) {
    return engine().execute(operator, Enqueue.task(key(), queueKey, properties)).subjectEuid();
  }

  public List<String> enqueue(String queueKey, int count) {
    var commands = new ArrayList<Enqueue>();
    for (int i = 0; i < count; i++) {
      commands.add(Enqueue.task(key(), queueKey, null));
    }
    var subjects = new ArrayList<String>();
    for (int from = 0; from < count; from += 1_000) {
      engine()
          .executeAll(operator, commands.subList(from, Math.min(count, from + 1_000)))
          .forEach(outcome -> subjects.add(outcome.orThrow().subjectEuid()));
    }
    return subjects;
  }

  public ClaimAnswer claim(String workerEuid, String queueKey) {
    return engine().claim(service, Claim.one(key(), workerEuid, queueKey));
  }

  public ClaimAnswer claim(String workerEuid, String queueKey, int items, boolean start) {
    return engine().claim(service, Claim.batch(key(), workerEuid, queueKey, items, start));
  }

  /** The only item; fails if there is not exactly one. */
  public ClaimAnswer.Item claimOne(String workerEuid, String queueKey) {
    var answer = claim(workerEuid, queueKey);
    if (answer.claims().size() != 1) {
      throw new AssertionError("no work in " + queueKey + ": " + answer);
    }
    return answer.claims().get(0);
  }

  public ClaimAnswer.Item claimAndStart(String workerEuid, String queueKey) {
    var answer = claim(workerEuid, queueKey, 1, true);
    if (answer.claims().size() != 1) {
      throw new AssertionError("no work in " + queueKey + ": " + answer);
    }
    return answer.claims().get(0);
  }

  public ActionAnswer start(String workerEuid, ClaimAnswer.Item item) {
    return engine()
        .execute(
            service,
            new Start(
                RequestMeta.key(key()),
                item.subjectEuid(),
                workerEuid,
                item.leaseEuid(),
                StatePrecondition.NOTHING));
  }

  public ActionAnswer complete(String workerEuid, ClaimAnswer.Item item) {
    return engine()
        .execute(service, Complete.of(key(), item.subjectEuid(), workerEuid, item.leaseEuid()));
  }

  public ActionAnswer fail(String workerEuid, ClaimAnswer.Item item, ErrorClass errorClass) {
    return engine()
        .execute(
            service,
            Fail.of(
                key(), item.subjectEuid(), workerEuid, item.leaseEuid(), errorClass, "it broke"));
  }

  public ActionAnswer renew(String workerEuid, ClaimAnswer.Item item) {
    return engine()
        .execute(
            service,
            new Renew(
                RequestMeta.key(key()), workerEuid, item.leaseEuid(), StatePrecondition.NOTHING));
  }

  public ActionAnswer release(String workerEuid, ClaimAnswer.Item item) {
    return engine()
        .execute(
            service,
            new Release(
                RequestMeta.key(key()),
                workerEuid,
                item.leaseEuid(),
                StatePrecondition.NOTHING,
                false,
                null));
  }

  public ActionAnswer hold(String subjectEuid) {
    return engine()
        .execute(
            operator,
            new PlaceHold(
                RequestMeta.key(key()),
                subjectEuid,
                StatePrecondition.NOTHING,
                null,
                "QC_REVIEW",
                "contaminated?"));
  }

  public ActionAnswer releaseHold(String holdEuid) {
    return engine()
        .execute(
            operator,
            new ReleaseHold(
                RequestMeta.key(key()), StatePrecondition.NOTHING, holdEuid, "checked"));
  }

  public ActionAnswer requeue(String subjectEuid) {
    return engine().execute(operator, Requeue.of(key(), subjectEuid, "try again"));
  }

  public ActionAnswer cancel(String subjectEuid, boolean soft) {
    return engine()
        .execute(
            operator,
            new Cancel(
                RequestMeta.key(key()),
                subjectEuid,
                StatePrecondition.NOTHING,
                soft,
                "not needed"));
  }

  public ActionAnswer administer(ActionKey action, String workerEuid) {
    return engine()
        .execute(
            admin, new AdministerWorker(RequestMeta.key(key()), action, workerEuid, "maintenance"));
  }

  public SubjectView subject(String subjectEuid) {
    return engine().reads().subjects().one(tenantId, subjectEuid, null);
  }

  /** Advances the clock of the database, which all tenants share. */
  public void advance(Duration by) {
    test.advance(by);
  }

  /** Claims and runs the due jobs of a queue until none is left, without advancing the clock. */
  public Drained drain(String queueKey, Handler handler) {
    return new EngineQueueDrain(this, queueKey, handler).dueNow();
  }

  /**
   * Drains the queue and advances the clock to the next retry or ready time, repeatedly, until the
   * queue is empty.
   */
  public Drained drainAdvancing(String queueKey, Handler handler) {
    return new EngineQueueDrain(this, queueKey, handler).advancing();
  }

  public SubjectAssert assertThat(String subjectEuid) {
    return new SubjectAssert(this, subjectEuid);
  }
}
