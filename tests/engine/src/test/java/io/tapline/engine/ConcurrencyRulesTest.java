package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.engine.testing.ConcurrentPair;
import io.tapline.engine.testing.InspectedTenantTest;
import org.junit.jupiter.api.Test;

/** Workers that collide, vanish and come back too late. */
class ConcurrencyRulesTest extends InspectedTenantTest {

  @Test
  void parallel_worker_collision_grants_exactly_one_lease() {
    var second = lab.worker("w2");
    for (int round = 0; round < 10; round++) {
      var subject = lab.enqueue(QUEUE);
      assertThat(evidence.depth(QUEUE)).isEqualTo(1);
      var answers =
          ConcurrentPair.at(once -> once ? lab.claim(worker, QUEUE) : lab.claim(second, QUEUE));
      assertThat(answers.stream().flatMap(answer -> answer.claims().stream())).hasSize(1);
      var leases = evidence.children(subject, "execution_subject_lease");
      var records = evidence.children(subject, "execution_subject_record");
      assertThat(leases).singleElement().extracting(evidence::status).isEqualTo("ACTIVE");
      assertThat(records).singleElement().extracting(evidence::status).isEqualTo("STARTED");
      assertThat(evidence.depth(QUEUE)).isZero();
    }
  }

  @Test
  void lease_expiration_recovery_needs_no_sweeper() {
    var second = lab.worker("w2");
    lab.enqueue(QUEUE);
    var lapsed = lab.claimOne(worker, QUEUE);
    assertThat(evidence.depth(QUEUE)).isZero();
    advance(61);
    assertThat(evidence.status(lapsed.leaseEuid())).isEqualTo("ACTIVE");
    assertThat(evidence.depth(QUEUE)).isEqualTo(1);
    var again = lab.claimOne(second, QUEUE);
    assertThat(again.subjectEuid()).isEqualTo(lapsed.subjectEuid());
    assertThat(again.fencingToken()).isGreaterThan(lapsed.fencingToken());
    lab.engine().sweep(lab.tenantId());
    assertThat(evidence.status(lapsed.leaseEuid())).isEqualTo("EXPIRED");
    assertThat(evidence.status(again.leaseEuid())).isEqualTo("ACTIVE");
  }

  @Test
  void lease_expiration_recovery_by_the_sweeper_alone_marks_the_old_lease() {
    lab.enqueue(QUEUE);
    var lapsed = lab.claimOne(worker, QUEUE);
    advance(61);
    assertThat(lab.engine().sweep(lab.tenantId())).isEqualTo(1);
    var lease = evidence.properties(lapsed.leaseEuid());
    assertThat(lease.get("status").asString()).isEqualTo("EXPIRED");
    assertThat(lease.get("release_reason").asString()).isEqualTo("HEARTBEAT_TIMEOUT");
    assertThat(lease.get("released_at").asString())
        .isGreaterThan(lease.get("expires_at").asString());
    assertThat(evidence.depth(QUEUE)).isEqualTo(1);
  }

  @Test
  void worker_crash_recovery_gives_the_subject_to_another_and_refuses_the_late_one() {
    var second = lab.worker("w2");
    var subject = lab.enqueue(QUEUE);
    var crashed = lab.claimAndStart(worker, QUEUE);
    advance(61);
    lab.complete(second, lab.claimOne(second, QUEUE));
    refused(Code.LEASE_EXPIRED, () -> lab.complete(worker, crashed));
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.COMPLETED);
  }
}
