package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.Role;
import io.tapline.api.WorkerStatus;
import io.tapline.api.request.Claim;
import io.tapline.api.request.HeartbeatBuilder;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.model.Caller;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.FeedCursor;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Workers that may work, and the effects of losing that right. */
class WorkerRulesTest extends InspectedTenantTest {

  @Test
  void a_worker_holds_no_more_leases_than_it_said() {
    var two = lab.worker("two", 2);
    lab.enqueue(QUEUE, 5);
    assertThat(lab.claim(two, QUEUE, 5, false).claims()).hasSize(2);
    refused(Code.LEASE_LIMIT_REACHED, () -> lab.claim(two, QUEUE));
    assertThat(lab.claim(two, null).status()).isEqualTo(ClaimAnswer.NO_WORK);
    advance(61);
    assertThat(lab.claim(two, QUEUE, 5, false).claims()).as("lapsed ones do not count").hasSize(2);
  }

  @Test
  void a_finished_lease_makes_room() {
    var one = lab.worker("one", 1);
    lab.enqueue(QUEUE, 2);
    lab.complete(one, lab.claimOne(one, QUEUE));
    assertThat(lab.claim(one, QUEUE).claims()).hasSize(1);
  }

  @Test
  void a_draining_worker_renews_and_finishes_but_takes_nothing_new() {
    lab.enqueue(QUEUE, 3);
    var item = lab.claimAndStart(worker, QUEUE);
    var other = lab.claimAndStart(worker, QUEUE);
    lab.administer(ActionKey.DRAIN_WORKER, worker);
    refused(Code.WORKER_DRAINING, () -> lab.claim(worker, QUEUE));
    var named = lab.enqueue("elsewhere");
    refused(
        Code.WORKER_DRAINING,
        () -> lab.engine().claim(lab.service, Claim.subject(InspectedTenant.key(), worker, named)));
    assertThat(lab.claim(worker, null).status()).isEqualTo(ClaimAnswer.NO_WORK);
    lab.renew(worker, item);
    beat(worker);
    lab.complete(worker, item);
    lab.release(worker, other);
    assertThat(evidence.status(other.leaseEuid())).isEqualTo("RELEASED");
    lab.administer(ActionKey.ENABLE_WORKER, worker);
    assertThat(lab.claim(worker, QUEUE).claims()).hasSize(1);
  }

  @Test
  void a_drain_outlives_a_restart_of_the_workers_process() {
    lab.enqueue(QUEUE);
    var drained = register("host", "pid-1");
    lab.administer(ActionKey.DRAIN_WORKER, drained);
    register("host", "pid-2");
    assertThat(evidence.status(drained)).isEqualTo("DRAINING");
    assertThat(evidence.properties(drained).get("drain_requested").asBoolean()).isTrue();
    refused(Code.WORKER_DRAINING, () -> lab.claim(drained, QUEUE));
    lab.administer(ActionKey.ENABLE_WORKER, drained);
    assertThat(lab.claim(drained, QUEUE).claims()).hasSize(1);
  }

  @Test
  void a_disabled_worker_may_neither_claim_nor_renew() {
    lab.enqueue(QUEUE, 2);
    var item = lab.claimAndStart(worker, QUEUE);
    lab.administer(ActionKey.DISABLE_WORKER, worker);
    refused(Code.WORKER_DISABLED, () -> lab.claim(worker, QUEUE));
    refused(Code.WORKER_DISABLED, () -> lab.renew(worker, item));
    refused(Code.INVALID_TRANSITION, () -> lab.administer(ActionKey.DRAIN_WORKER, worker));
    assertThat(evidence.status(item.leaseEuid())).as("only the lease decides").isEqualTo("ACTIVE");
    lab.administer(ActionKey.ENABLE_WORKER, worker);
    lab.renew(worker, item);
    assertThat(lab.claim(worker, QUEUE).claims()).hasSize(1);
  }

  @Test
  void a_retired_worker_loses_its_leases_and_never_comes_back() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    lab.administer(ActionKey.RETIRE_WORKER, worker);
    assertThat(evidence.status(item.leaseEuid())).isEqualTo("ABANDONED");
    assertThat(evidence.status(item.recordEuid())).isEqualTo("EXPIRED");
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.FAILED_RETRYABLE);
    assertThat(lab.envelope(subject).attemptCount()).isEqualTo(1);
    refused(Code.WORKER_DISABLED, () -> lab.claim(worker, QUEUE));
    refused(Code.WORKER_DISABLED, () -> beat(worker));
    refused(Code.INVALID_TRANSITION, () -> lab.administer(ActionKey.ENABLE_WORKER, worker));
    assertThat(lab.claimOne(lab.worker("w2"), QUEUE).attemptNumber()).isEqualTo(2);
  }

  @Test
  void a_new_process_under_the_same_key_ends_the_old_ones_leases() {
    lab.enqueue(QUEUE, 2);
    var started = register("host", "pid-1");
    var running = lab.claimAndStart(started, QUEUE);
    var leased = lab.claimOne(started, QUEUE);
    assertThat(register("host", "pid-2")).as("one object per key").isEqualTo(started);
    for (var item : new ClaimAnswer.Item[] {running, leased}) {
      assertThat(evidence.status(item.leaseEuid())).isEqualTo("ABANDONED");
      assertThat(evidence.status(item.recordEuid())).isEqualTo("EXPIRED");
      assertThat(lab.envelope(item.subjectEuid()).attemptCount()).isEqualTo(1);
      assertThat(evidence.lastAction(item.subjectEuid()).actionKey())
          .isEqualTo(ActionKey.EXPIRE_QUEUE_LEASE);
      refused(Code.LEASE_NOT_ACTIVE, () -> lab.complete(started, item));
    }
    assertThat(lab.envelope(running.subjectEuid()).state())
        .isEqualTo(ExecutionState.FAILED_RETRYABLE);
    assertThat(lab.envelope(leased.subjectEuid()).state()).isEqualTo(ExecutionState.READY);
    assertThat(lab.claim(started, QUEUE, 5, false).claims()).hasSize(2);
  }

  @Test
  void the_same_process_may_register_again_and_keeps_its_leases() {
    lab.enqueue(QUEUE);
    var same = register("host", "pid-1");
    var item = lab.claimAndStart(same, QUEUE);
    assertThat(register("other-host", "pid-1")).isEqualTo(same);
    assertThat(evidence.properties(same).get("host").asString()).isEqualTo("other-host");
    lab.complete(same, item);
  }

  @Test
  void a_lease_that_had_lapsed_before_the_new_process_came_has_expired() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(register("host", "pid-1"), QUEUE);
    advance(100);
    register("host", "pid-2");
    assertThat(evidence.status(item.leaseEuid())).isEqualTo("EXPIRED");
    assertThat(lab.envelope(subject).retryAt()).isEqualTo(item.expiresAt());
  }

  @ParameterizedTest
  @EnumSource(
      value = ActionKey.class,
      names = {"DISABLE_WORKER", "RETIRE_WORKER"})
  void registering_again_never_revives_a_stopped_worker(ActionKey stop) {
    var stopped = register("host", "pid-1");
    lab.administer(stop, stopped);
    var status = evidence.status(stopped);
    register("host", "pid-2");
    assertThat(evidence.status(stopped)).isEqualTo(status);
    refused(Code.WORKER_DISABLED, () -> lab.claim(stopped, QUEUE));
  }

  @Test
  void the_key_of_a_retired_worker_can_be_registered_by_another_principal() {
    var owner = new Caller(lab.tenantId(), "owner", Set.of(Role.WORKER_SERVICE));
    lab.engine().execute(owner, RegisterWorker.service(InspectedTenant.key(), "theirs", 1));
    var squatted = register("host", "pid-1");
    var request = RegisterWorker.service(InspectedTenant.key(), "process", 1);
    refused(Code.FORBIDDEN, () -> lab.engine().execute(owner, request));
    lab.administer(ActionKey.DISABLE_WORKER, squatted);
    refused(Code.FORBIDDEN, () -> lab.engine().execute(owner, request));
    lab.administer(ActionKey.RETIRE_WORKER, squatted);
    var made = lab.engine().execute(owner, request);
    assertThat(made.workerEuid()).isNotEqualTo(squatted);
    assertThat(lab.engine().execute(owner, request).replayed()).isTrue();
    assertThat(evidence.status(made.workerEuid())).isEqualTo("ONLINE");
    assertThat(evidence.status(squatted)).isEqualTo("RETIRED");
    refused(Code.FORBIDDEN, () -> register("host", "pid-2"));
    refused(Code.WORKER_DISABLED, () -> beat(squatted));
  }

  @Test
  void a_worker_key_belongs_to_who_registered_it_first() {
    var stranger = new Caller(lab.tenantId(), "stranger", Set.of(Role.WORKER_SERVICE));
    lab.engine().execute(stranger, RegisterWorker.service(InspectedTenant.key(), "theirs", 1));
    refused(
        Code.FORBIDDEN,
        () ->
            lab.engine().execute(stranger, RegisterWorker.service(InspectedTenant.key(), "w1", 1)));
    refused(
        Code.FORBIDDEN,
        () -> lab.engine().claim(stranger, Claim.one(InspectedTenant.key(), worker, QUEUE)));
    refused(
        Code.FORBIDDEN,
        () ->
            lab.engine()
                .execute(
                    stranger,
                    HeartbeatBuilder.builder()
                        .meta(RequestMeta.key("b"))
                        .workerEuid(worker)
                        .build()));
  }

  @Test
  void a_worker_from_outside_cannot_declare_the_servers_own_capability() {
    var claimed =
        RegisterWorker.service(InspectedTenant.key(), "impostor", 10, "extraction", "@internal");
    refused(Code.VALIDATION_FAILED, "capabilities", () -> asService(claimed));
    refused(Code.VALIDATION_FAILED, "capabilities", () -> asAdmin(claimed));
    var known = RegisterWorker.service(InspectedTenant.key(), "impostor", 10, "extraction");
    asService(known);
    refused(Code.VALIDATION_FAILED, "capabilities", () -> asService(claimed));
  }

  /** A stale worker is shown as offline, by its own term, and one beat later it is online again. */
  @Test
  void a_worker_is_offline_while_its_heartbeat_is_stale_and_no_longer() {
    assertThat(shown(worker)).isEqualTo(WorkerStatus.ONLINE);
    advance(61);
    assertThat(shown(worker)).isEqualTo(WorkerStatus.OFFLINE);
    assertThat(evidence.status(worker)).as("computed, not written").isEqualTo("ONLINE");
    beat(worker);
    assertThat(shown(worker)).isEqualTo(WorkerStatus.ONLINE);
    lab.administer(ActionKey.DRAIN_WORKER, worker);
    advance(61);
    beat(worker);
    assertThat(shown(worker)).as("a beat ends no drain").isEqualTo(WorkerStatus.DRAINING);
  }

  private WorkerStatus shown(String workerEuid) {
    return lab.engine().reads().workers().one(lab.tenantId(), workerEuid).effectiveStatus();
  }

  @Test
  void a_missed_heartbeat_alone_expires_nothing() {
    lab.queue("slow", InspectedTenant.fields(3600, 3));
    lab.enqueue("slow");
    var item = lab.claimAndStart(worker, "slow");
    advance(600);
    assertThat(lab.engine().sweep(lab.tenantId())).isZero();
    lab.complete(worker, item);
  }

  @Test
  void a_heartbeat_tells_what_was_lost_since_the_last_one() {
    lab.enqueue(QUEUE, 3);
    var items = lab.claim(worker, QUEUE, 3, true).claims();
    lab.hold(items.get(0).subjectEuid());
    var beat = beat(worker).document();
    assertThat(beat.get("lost_leases").size()).isEqualTo(1);
    assertThat(beat.get("lost_leases").get(0).asString()).isEqualTo(items.get(0).leaseEuid());
    assertThat(beat.get("live_leases").size()).isEqualTo(2);
    lab.renew(worker, items.get(1));
    advance(30);
    lab.renew(worker, items.get(1));
    advance(31);
    var later = beat(worker).document();
    assertThat(later.get("lost_leases").toString()).contains(items.get(2).leaseEuid());
    assertThat(later.get("live_leases").get(0).asString()).isEqualTo(items.get(1).leaseEuid());
  }

  /**
   * One answer may be lost, and a cancellation may commit after a heartbeat that it began before.
   */
  @Test
  void a_heartbeat_tells_of_a_lost_lease_until_its_term_is_over() {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    lab.hold(item.subjectEuid());
    beat(worker);
    advance(30);
    assertThat(beat(worker).document().get("lost_leases").toString()).contains(item.leaseEuid());
    advance(31);
    beat(worker);
    assertThat(beat(worker).document().get("lost_leases")).isEmpty();
  }

  @Test
  void a_heartbeat_names_the_jobs_that_it_keeps_alive() {
    lab.enqueue(QUEUE, 2);
    var items = lab.claim(worker, QUEUE, 2, true).claims();
    lab.complete(worker, items.get(0));
    var beat = beat(worker).actionEuid();
    var told = lab.events().after(lab.tenantId(), FeedCursor.START, 1_000).events();
    assertThat(told)
        .filteredOn(event -> event.id().equals(beat + ".0"))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.type()).isEqualTo(EventType.JOB_HEARTBEAT);
              assertThat(event.payload())
                  .containsEntry("job_ids", List.of(items.get(1).subjectEuid()));
            });
  }

  private String register(String host, String process) {
    return asService(
            AlteredRecord.with(
                RegisterWorker.service(InspectedTenant.key(), "process", 10),
                "host",
                host,
                "process_identity",
                process))
        .workerEuid();
  }

  private io.tapline.engine.model.ActionAnswer beat(String workerEuid) {
    return asService(
        HeartbeatBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .workerEuid(workerEuid)
            .build());
  }
}
