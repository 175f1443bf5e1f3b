package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.engine.testing.InspectedTenantTest;
import org.junit.jupiter.api.Test;

/** A worker whose claim lapsed is fenced by its lease, even against itself. */
class ZombieTest extends InspectedTenantTest {

  @Test
  void a_self_zombie_is_fenced_by_the_newer_claim_of_the_same_worker() {
    var subject = lab.enqueue(QUEUE);
    var old = lab.claimAndStart(worker, QUEUE);
    advance(61);
    var current = lab.claimOne(worker, QUEUE);
    assertThat(current.subjectEuid()).isEqualTo(subject);
    assertThat(current.fencingToken()).isGreaterThan(old.fencingToken());
    fenced(Code.LEASE_EXPIRED, worker, old);
    lab.start(worker, current);
    fenced(Code.LEASE_EXPIRED, worker, old);
    lab.complete(worker, current);
    fenced(Code.LEASE_EXPIRED, worker, old);
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.COMPLETED);
  }

  @Test
  void a_foreign_zombie_is_fenced_before_and_after_another_worker_claims() {
    var second = lab.worker("w2");
    lab.enqueue(QUEUE);
    var old = lab.claimAndStart(worker, QUEUE);
    advance(61);
    fenced(Code.LEASE_EXPIRED, worker, old);
    var current = lab.claimOne(second, QUEUE);
    fenced(Code.LEASE_EXPIRED, worker, old);
    lab.start(second, current);
    fenced(Code.LEASE_EXPIRED, worker, old);
    lab.complete(second, current);
    fenced(Code.LEASE_EXPIRED, worker, old);
  }

  @Test
  void a_zombie_that_borrows_the_new_lease_is_not_its_owner() {
    var second = lab.worker("w2");
    lab.enqueue(QUEUE);
    lab.claimAndStart(worker, QUEUE);
    advance(61);
    var current = lab.claimAndStart(second, QUEUE);
    fenced(Code.NOT_LEASE_OWNER, worker, current);
  }

  @Test
  void a_lease_that_ended_otherwise_is_not_active() {
    var subject = lab.enqueue(QUEUE);
    var released = lab.claimOne(worker, QUEUE);
    lab.release(worker, released);
    fenced(Code.LEASE_NOT_ACTIVE, worker, released);
    var held = lab.claimOne(worker, QUEUE);
    lab.releaseHold(lab.hold(subject).holdEuid());
    fenced(Code.LEASE_NOT_ACTIVE, worker, held);
    var failed = lab.claimOne(worker, QUEUE);
    lab.fail(worker, failed, ErrorClass.TRANSIENT_SYSTEM);
    fenced(Code.LEASE_NOT_ACTIVE, worker, failed);
    advance(61);
    var completed = lab.claimOne(worker, QUEUE);
    lab.complete(worker, completed);
    fenced(Code.LEASE_NOT_ACTIVE, worker, completed);
  }

  @Test
  void a_lease_of_another_subject_opens_nothing() {
    var first = lab.enqueue(QUEUE);
    var second = lab.enqueue(QUEUE);
    var items = lab.claim(worker, QUEUE, 2, true).claims();
    assertThat(items).extracting(ClaimAnswer.Item::subjectEuid).containsExactly(first, second);
    refused(
        Code.NOT_LEASE_OWNER,
        () ->
            asService(
                io.tapline.api.request.Complete.of(
                    io.tapline.engine.testing.InspectedTenant.key(),
                    first,
                    worker,
                    items.get(1).leaseEuid())));
  }

  @Test
  void a_worker_of_another_principal_is_not_the_callers() {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    var stranger =
        new io.tapline.engine.model.Caller(
            lab.tenantId(), "stranger", java.util.Set.of(io.tapline.api.Role.WORKER_SERVICE));
    lab.engine()
        .execute(stranger, io.tapline.api.request.RegisterWorker.service("k", "strange", 1));
    refused(
        Code.NOT_LEASE_OWNER,
        () ->
            lab.engine()
                .execute(
                    stranger,
                    io.tapline.api.request.Complete.of(
                        "k", item.subjectEuid(), worker, item.leaseEuid())));
    for (var verb :
        java.util.List.<io.tapline.api.request.Command>of(
            new io.tapline.api.request.Renew(
                io.tapline.api.request.RequestMeta.key("k"),
                worker,
                item.leaseEuid(),
                io.tapline.api.request.StatePrecondition.NOTHING),
            new io.tapline.api.request.Release(
                io.tapline.api.request.RequestMeta.key("k"),
                worker,
                item.leaseEuid(),
                io.tapline.api.request.StatePrecondition.NOTHING,
                false,
                null),
            io.tapline.api.request.Fail.of(
                "k",
                item.subjectEuid(),
                worker,
                item.leaseEuid(),
                ErrorClass.TRANSIENT_SYSTEM,
                "not mine"))) {
      refused(Code.NOT_LEASE_OWNER, () -> lab.engine().execute(stranger, verb));
    }
    refused(
        Code.FORBIDDEN,
        () -> lab.engine().claim(stranger, io.tapline.api.request.Claim.one("k", worker, QUEUE)));
  }

  private void fenced(Code code, String by, ClaimAnswer.Item item) {
    refused(code, () -> lab.renew(by, item));
    refused(code, () -> lab.start(by, item));
    refused(code, () -> lab.complete(by, item));
    refused(code, () -> lab.fail(by, item, ErrorClass.TRANSIENT_SYSTEM));
    refused(code, () -> lab.release(by, item));
  }
}
