package io.tapline.testkit.engine;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.ErrorClass;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CompleteBuilder;
import io.tapline.api.request.Fail;
import java.time.Duration;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A worker that empties one queue on the calling thread. */
final class EngineQueueDrain {

  /** One at a time, so that a handler never delays the lease of another job. */
  private static final int LEASES = 1;

  /** Limit for jobs that always return to the queue. */
  static final int MOST_ATTEMPTS = 10_000;

  private final TestTenant tenant;
  private final String queueKey;
  private final Handler handler;
  private final String workerEuid;

  EngineQueueDrain(TestTenant tenant, String queueKey, Handler handler) {
    this.tenant = tenant;
    this.queueKey = queueKey;
    this.handler = handler;
    var policy = tenant.engine().reads().queues().one(tenant.tenantId(), queueKey).policy();
    this.workerEuid =
        tenant.worker(
            "drain-" + TestTenant.key(),
            LEASES,
            policy.requiredWorkerCapabilities().toArray(String[]::new));
  }

  Drained dueNow() {
    return dueNow(Drained.NOTHING);
  }

  Drained advancing() {
    var drained = dueNow();
    for (var next = untilNext(); next != null; next = untilNext()) {
      tenant.advance(next);
      drained = dueNow(drained);
    }
    return drained;
  }

  private Drained dueNow(Drained before) {
    var drained = before;
    for (var claims = claim(); !claims.claims().isEmpty(); claims = claim()) {
      drained = drained.plus(run(claims.claims().get(0)));
      if (drained.attempts() >= MOST_ATTEMPTS) {
        throw new AssertionError(
            queueKey + " is not empty after " + MOST_ATTEMPTS + " attempts; does work come back?");
      }
    }
    return drained;
  }

  private ClaimAnswer claim() {
    return tenant.claim(workerEuid, queueKey, LEASES, true);
  }

  /** Null when no job will become ready. */
  private Duration untilNext() {
    var outlook =
        tenant.engine().reads().outlook().outlooks(tenant.tenantId(), Set.of(queueKey), 1).stream()
            .findFirst();
    return outlook.map(queue -> queue.next()).orElse(null);
  }

  private Drained run(ClaimAnswer.Item work) {
    JsonNode result;
    try {
      result = handler.handle(work);
    } catch (WorkFailed e) {
      return fail(work, e.errorClass(), e);
    } catch (Exception e) {
      return fail(work, ErrorClass.TRANSIENT_SYSTEM, e);
    }
    return complete(work, result);
  }

  private Drained complete(ClaimAnswer.Item work, JsonNode result) {
    var done = Complete.of(TestTenant.key(), work.subjectEuid(), workerEuid, work.leaseEuid());
    tenant
        .engine()
        .execute(tenant.service, CompleteBuilder.builder(done).resultPayload(result).build());
    return new Drained(1, 0);
  }

  private Drained fail(ClaimAnswer.Item work, ErrorClass errorClass, Exception thrown) {
    var message = thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
    tenant
        .engine()
        .execute(
            tenant.service,
            Fail.of(
                TestTenant.key(),
                work.subjectEuid(),
                workerEuid,
                work.leaseEuid(),
                errorClass,
                message));
    return new Drained(0, 1);
  }
}
