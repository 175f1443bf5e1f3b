package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.Role;
import io.tapline.api.WorkerStatus;
import io.tapline.api.WorkerType;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.HeartbeatBuilder;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.Release;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.model.Caller;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rules about workers that no other test has for its subject: types, people, heartbeats, renewals.
 */
class SourceWorkerRulesTest extends SourceFieldChecks {

  @ParameterizedTest
  @ValueSource(strings = {"SERVICE", "HUMAN_SESSION", "INSTRUMENT_ADAPTER"})
  void a_worker_of_each_type_is_an_object_and_only_people_serve_queues_for_people(String type) {
    var one = register(lab.admin, type);
    assertThat(evidence.template(one)).isEqualTo("actor/system/worker/1.0");
    assertThat(evidence.properties(one).get("worker_type").asString()).isEqualTo(type);
    assertThat(WorkerType.values()).hasSize(3);
    lab.enqueue(QUEUE);
    assertThat(lab.engine().claim(lab.admin, Claim.one(InspectedTenant.key(), one, QUEUE)).claims())
        .hasSize(1);

    lab.queue("bench", AlteredRecord.with(InspectedTenant.fields(60, 3), "manual_only", true));
    lab.enqueue("bench");
    if (type.equals("HUMAN_SESSION")) {
      assertThat(
              lab.engine()
                  .claim(lab.admin, Claim.one(InspectedTenant.key(), one, "bench"))
                  .claims())
          .hasSize(1);
    } else {
      refused(
          Code.MANUAL_ONLY,
          () -> lab.engine().claim(lab.admin, Claim.one(InspectedTenant.key(), one, "bench")));
    }
  }

  @Test
  void a_person_takes_a_chosen_subject_and_nobody_else_but_an_admin_ends_that_lease() {
    lab.queue("bench", AlteredRecord.with(InspectedTenant.fields(60, 3), "manual_only", true));
    var hanna = new Caller(lab.tenantId(), "hanna", Set.of(Role.WORKER_HUMAN));
    var heidi = new Caller(lab.tenantId(), "heidi", Set.of(Role.WORKER_HUMAN));
    var session = register(hanna, "HUMAN_SESSION");
    var other = register(heidi, "HUMAN_SESSION");
    for (boolean completes : new boolean[] {true, false}) {
      lab.enqueue("bench");
      var chosen = lab.enqueue("bench");
      var claim = Claim.subject(InspectedTenant.key(), session, chosen);
      var item = lab.engine().claim(hanna, claim).claims().get(0);
      assertThat(item.subjectEuid()).isEqualTo(chosen);
      for (var whose : List.of(session, other)) {
        notTheirs(heidi, Complete.of(InspectedTenant.key(), chosen, whose, item.leaseEuid()));
        notTheirs(heidi, release(whose, item));
      }
      notTheirs(
          lab.operator, Complete.of(InspectedTenant.key(), chosen, session, item.leaseEuid()));
      notTheirs(lab.admin, release(session, item));
      lab.engine()
          .execute(
              completes ? hanna : lab.admin,
              completes
                  ? Complete.of(InspectedTenant.key(), chosen, session, item.leaseEuid())
                  : AlteredRecord.with(
                      release(null, item), "override", true, "reason", "she left"));
      assertThat(evidence.status(item.leaseEuid())).isEqualTo(completes ? "COMPLETED" : "RELEASED");
    }
  }

  private void notTheirs(Caller who, Command command) {
    refused(Code.NOT_LEASE_OWNER, () -> lab.engine().execute(who, command));
  }

  private static Release release(String workerEuid, ClaimAnswer.Item item) {
    return new Release(
        RequestMeta.key(InspectedTenant.key()),
        workerEuid,
        item.leaseEuid(),
        StatePrecondition.NOTHING,
        false,
        null);
  }

  private String register(Caller who, String type) {
    var worker =
        AlteredRecord.with(
            RegisterWorker.service(InspectedTenant.key(), InspectedTenant.key(), 5),
            "worker_type",
            type);
    return lab.engine().execute(who, worker).workerEuid();
  }

  @Test
  void a_heartbeat_notes_the_time_and_how_the_worker_fares_even_while_it_drains() {
    lab.administer(ActionKey.DRAIN_WORKER, worker);
    advance(40);
    asService(
        HeartbeatBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .workerEuid(worker)
            .lastErrorAt(evidence.now())
            .lastErrorClass("OutOfMemoryError")
            .host("pod-2")
            .build());
    var profile = reads().workers().one(lab.tenantId(), worker).profile();
    assertThat(profile.status()).isEqualTo(WorkerStatus.DRAINING);
    assertThat(profile.lastErrorClass()).isEqualTo("OutOfMemoryError");
    assertThat(profile.lastErrorAt()).isNotNull();
    assertThat(profile.host()).isEqualTo("pod-2");
    assertThat(Duration.between(profile.heartbeatAt(), evidence.now()))
        .isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void a_renewal_gives_a_full_term_from_now_and_leaves_its_evidence_but_no_new_revision() {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    advance(40);
    lab.renew(worker, item);
    var lease = evidence.properties(item.leaseEuid());
    var renewed = Instant.parse(lease.get("heartbeat_at").asString());
    assertThat(renewed).isAfterOrEqualTo(item.expiresAt().minusSeconds(20));
    assertThat(lease.get("expires_at").asString()).isEqualTo(TimeText.of(renewed.plusSeconds(60)));
    assertThat(lab.envelope(item.subjectEuid()).revision()).isEqualTo(item.revision());
    assertThat(
            lab.count(
                "instance_pulse where tenant_id = ? and action_key = 'renew_queue_lease'",
                lab.tenantId()))
        .isEqualTo(1);
  }
}
