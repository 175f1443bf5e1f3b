package io.tapline.engine.testing;

import io.tapline.engine.Engine;
import io.tapline.engine.command.AdministerWorker;
import io.tapline.engine.command.Cancel;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Complete;
import io.tapline.engine.command.CreateQueue;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.Expect;
import io.tapline.engine.command.Fail;
import io.tapline.engine.command.Meta;
import io.tapline.engine.command.PlaceHold;
import io.tapline.engine.command.QueueFields;
import io.tapline.engine.command.RegisterWorker;
import io.tapline.engine.command.Release;
import io.tapline.engine.command.ReleaseHold;
import io.tapline.engine.command.Renew;
import io.tapline.engine.command.Requeue;
import io.tapline.engine.command.Start;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Answer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ErrorClass;
import io.tapline.engine.model.Role;
import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One tenant, the people in it, and the few things that most tests do. Every call has a fresh
 * idempotency key.
 */
public final class Lab {

  public static final String QUEUE = "extraction_prod";

  private static final AtomicLong KEYS = new AtomicLong();

  private final TestEngine test;
  private final long tenantId;
  public final Caller admin;
  public final Caller operator;
  public final Caller service;

  Lab(TestEngine test, long tenantId) {
    this.test = test;
    this.tenantId = tenantId;
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

  public static String key() {
    return "key-" + KEYS.incrementAndGet();
  }

  /** A queue with short retries and no jitter, so that tests can tell the time. */
  public Lab queue(String queueKey) {
    return queue(queueKey, fields(60, 3));
  }

  public Lab queue(String queueKey, QueueFields fields) {
    engine().execute(admin, new CreateQueue(Meta.key(key()), queueKey, fields));
    return this;
  }

  public static QueueFields fields(int ttlSeconds, int maxAttempts, String... capabilities) {
    return QueueFields.builder()
        .subjectTemplateCodes(List.of(Enqueue.TASK, "content/material/specimen/1.0"))
        .requiredWorkerCapabilities(List.of(capabilities))
        .leaseTtlSeconds(ttlSeconds)
        .maxAttemptsDefault(maxAttempts)
        .retryPolicy(new QueueFields.RetryFields(null, 10L, 2.0, 60L, 0.0))
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
    return engine()
        .execute(operator, Enqueue.task(key(), queueKey, Json.object().put("sample", "S-1")))
        .subjectEuid();
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

  /** The one item that there must be. */
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

  public Answer start(String workerEuid, ClaimAnswer.Item item) {
    return engine()
        .execute(
            service,
            new Start(
                Meta.key(key()), item.subjectEuid(), workerEuid, item.leaseEuid(), Expect.NOTHING));
  }

  public Answer complete(String workerEuid, ClaimAnswer.Item item) {
    return engine()
        .execute(service, Complete.of(key(), item.subjectEuid(), workerEuid, item.leaseEuid()));
  }

  public Answer fail(String workerEuid, ClaimAnswer.Item item, ErrorClass errorClass) {
    return engine()
        .execute(
            service,
            Fail.of(
                key(), item.subjectEuid(), workerEuid, item.leaseEuid(), errorClass, "it broke"));
  }

  public Answer renew(String workerEuid, ClaimAnswer.Item item) {
    return engine()
        .execute(service, new Renew(Meta.key(key()), workerEuid, item.leaseEuid(), Expect.NOTHING));
  }

  public Answer release(String workerEuid, ClaimAnswer.Item item) {
    return engine()
        .execute(
            service,
            new Release(
                Meta.key(key()), workerEuid, item.leaseEuid(), Expect.NOTHING, false, null));
  }

  public Answer hold(String subjectEuid) {
    return engine()
        .execute(
            operator,
            new PlaceHold(
                Meta.key(key()), subjectEuid, Expect.NOTHING, null, "QC_REVIEW", "contaminated?"));
  }

  public Answer releaseHold(String holdEuid) {
    return engine()
        .execute(operator, new ReleaseHold(Meta.key(key()), Expect.NOTHING, holdEuid, "checked"));
  }

  public Answer requeue(String subjectEuid) {
    return engine().execute(operator, Requeue.of(key(), subjectEuid, "try again"));
  }

  public Answer cancel(String subjectEuid, boolean soft) {
    return engine()
        .execute(
            operator, new Cancel(Meta.key(key()), subjectEuid, Expect.NOTHING, soft, "not needed"));
  }

  public Answer administer(ActionKey action, String workerEuid) {
    return engine()
        .execute(admin, new AdministerWorker(Meta.key(key()), action, workerEuid, "maintenance"));
  }

  public Envelope envelope(String subjectEuid) {
    return test.in(
        tenantId,
        tx ->
            Json.read(
                tx.query(
                        "select json_addl #>> '{properties,execution}' from tapline.instance_subject"
                            + " where tenant_id = ? and euid = ?",
                        row -> row.getString(1),
                        tenantId,
                        subjectEuid)
                    .get(0),
                Envelope.class));
  }

  /** One number, read past every wall. */
  public long count(String from, Object... parameters) {
    try (var admin = test.admin();
        var statement = admin.prepareStatement("select count(*) from tapline." + from)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (var rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
