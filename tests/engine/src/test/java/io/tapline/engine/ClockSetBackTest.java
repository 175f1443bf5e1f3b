package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.request.Claim;
import io.tapline.engine.store.ClockSetBack;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The database's clock goes ahead and is then set right. */
class ClockSetBackTest extends InspectedTenantTest {

  /** Number of pairs of actions of one subject that run backwards. */
  private static final String BACKWARDS =
      "instance_action a join tapline.instance_action b on b.tenant_id = a.tenant_id and"
          + " b.subject_uid = a.subject_uid and b.uid > a.uid where b.created_dt < a.created_dt and"
          + " a.json_addl #>> '{properties,subject_euid}' = ?";

  /** Number of pairs of leases of one subject that overlap. */
  private static final String OVERLAPPING =
      "attempt_whole a join tapline.attempt b on b.tenant_id = a.tenant_id and b.subject_uid ="
          + " a.subject_uid and b.uid > a.uid where tapline.time_text(b.created_dt) < a.released_at"
          + " and a.tenant_id = ?";

  /** Number of leases that ended before they began. */
  private static final String ENDED_BEFORE =
      "attempt a join tapline.fact f on f.tenant_id = a.tenant_id and f.lease_uid = a.uid where"
          + " f.at < a.created_dt and a.tenant_id = ?";

  @AfterEach
  void setRight() throws SQLException {
    setBack();
  }

  @Test
  void leases_of_a_subject_do_not_overlap_and_its_evidence_does_not_run_backwards()
      throws SQLException {
    var subject = lab.enqueue(QUEUE);
    lab.advance(Duration.ofSeconds(60));
    var ahead = lab.claimAndStart(worker, QUEUE);
    setBack();
    long before = ClockSetBack.actions();

    lab.renew(worker, ahead);
    lab.release(worker, ahead);
    var again =
        lab.engine()
            .claim(lab.service, Claim.subject(InspectedTenant.key(), worker, subject))
            .claims()
            .get(0);
    lab.start(worker, again);
    lab.complete(worker, again);

    assertThat(lab.count(OVERLAPPING, lab.tenantId())).isZero();
    assertThat(lab.count(BACKWARDS, subject)).isZero();
    assertThat(ClockSetBack.actions()).as("counted for the metric").isGreaterThan(before);
  }

  /** The claim and its end are one statement each, which has the clock's own time or none. */
  @Test
  void the_end_of_a_lease_is_not_before_its_claim() throws SQLException {
    lab.enqueue(QUEUE, 2);
    lab.advance(Duration.ofSeconds(60));
    // The first claim after so long is a sign of life too, and takes the general path.
    lab.complete(worker, lab.claimAndStart(worker, QUEUE));
    var ahead = lab.claimAndStart(worker, QUEUE);
    setBack();
    lab.complete(worker, ahead);
    assertThat(lab.count(ENDED_BEFORE, lab.tenantId())).isZero();
  }

  @Test
  void other_subjects_have_the_clocks_own_time() throws SQLException {
    var subject = lab.enqueue(QUEUE);
    lab.advance(Duration.ofSeconds(60));
    lab.hold(subject);
    setBack();
    var other = lab.enqueue(QUEUE);
    lab.hold(other);
    assertThat(
            lab.count(
                "fact a join tapline.fact b on b.tenant_id = a.tenant_id where"
                    + " a.subject_euid = ? and b.subject_euid = ? and b.at >= a.at and"
                    + " a.action_key = 'place_execution_hold'",
                subject,
                other))
        .isZero();
  }

  private static void setBack() throws SQLException {
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute(
          "insert into tapline.clock_move (shift, moved_by) values (interval '0', 'test')");
    }
  }
}
