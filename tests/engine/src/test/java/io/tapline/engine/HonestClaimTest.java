package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.testing.BackgroundTask;
import io.tapline.engine.testing.InspectedTenant;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** "No work" only if at some instant of the call nothing was claimable. */
class HonestClaimTest extends HonestClaimLab {

  @Test
  void as_many_claims_as_subjects_all_get_one() throws Exception {
    rounds(5, InspectedTenant.QUEUE);
  }

  @Test
  void as_many_claims_as_subjects_all_get_one_when_no_queue_is_named() throws Exception {
    rounds(5, null);
  }

  @Test
  @Tag("soak")
  void as_many_claims_as_subjects_all_get_one_two_hundred_times() throws Exception {
    rounds(200, InspectedTenant.QUEUE);
    rounds(200, null);
  }

  /**
   * @param queue that is asked for; null for any
   */
  private void rounds(int count, String queue) throws Exception {
    for (int round = 0; round < count; round++) {
      var subjects = lab.enqueue(InspectedTenant.QUEUE, CLAIMERS);
      assertThat(claimedByAll(queue))
          .as("round %d", round)
          .containsExactlyInAnyOrderElementsOf(subjects);
      // Ends the claimed subjects for the next round.
      lab.engine()
          .executeAll(
              lab.operator,
              subjects.stream()
                  .map(
                      subject ->
                          new Cancel(
                              RequestMeta.key(InspectedTenant.key()),
                              subject,
                              StatePrecondition.NOTHING,
                              false,
                              "done"))
                  .toList());
    }
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
  }

  private List<String> claimedByAll(String queue) throws Exception {
    return SimultaneousThreads.of(CLAIMERS, number -> claim(workers.get(number), queue)).stream()
        .flatMap(answer -> answer.claims().stream())
        .map(ClaimAnswer.Item::subjectEuid)
        .toList();
  }

  @Test
  void claims_right_after_a_lapse_all_get_one_while_the_sweep_settles_it() throws Exception {
    var subjects = lab.enqueue(InspectedTenant.QUEUE, CLAIMERS);
    for (int round = 0; round < 2; round++) {
      assertThat(claimedByAll(InspectedTenant.QUEUE)).hasSize(CLAIMERS);
      test.advance(Duration.ofSeconds(61));
      var sweep = BackgroundTask.get(() -> test.engine().sweep(lab.tenantId()));
      assertThat(claimedByAll(InspectedTenant.QUEUE))
          .as("round %d", round)
          .containsExactlyInAnyOrderElementsOf(subjects);
      sweep.get();
      test.advance(Duration.ofSeconds(61));
      test.engine().sweep(lab.tenantId());
    }
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
  }

  @Test
  void there_is_no_work_where_there_is_none() {
    assertThat(claim(workers.get(0), InspectedTenant.QUEUE).status())
        .isEqualTo(ClaimAnswer.NO_WORK);
    assertThat(claim(workers.get(0), null).status()).isEqualTo(ClaimAnswer.NO_WORK);
    var subject = lab.enqueue(InspectedTenant.QUEUE);
    assertThat(claim(workers.get(0), InspectedTenant.QUEUE).claims().get(0).subjectEuid())
        .isEqualTo(subject);
    assertThat(claim(workers.get(0), InspectedTenant.QUEUE).status())
        .isEqualTo(ClaimAnswer.NO_WORK);
    assertThat(claim(workers.get(0), null).status()).isEqualTo(ClaimAnswer.NO_WORK);
    assertThat(looks()).as("nobody looked twice").isZero();
  }
}
