package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ExecutionState;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.testkit.engine.ScratchEngine;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A batch that has to begin again answers for what it wrote, not for what was rolled back. */
class BatchRetryTest {

  @Test
  void a_batch_that_meets_a_lapse_on_one_subject_still_changes_the_others() {
    try (var test = new ScratchEngine(4)) {
      var lab = InspectedTenant.in(test).queue(InspectedTenant.QUEUE);
      var worker = lab.worker("w1");
      var waiting = lab.enqueue(InspectedTenant.QUEUE);
      var lapsed = lab.enqueue(InspectedTenant.QUEUE);
      lab.engine()
          .claim(
              lab.service,
              io.tapline.api.request.Claim.subject(InspectedTenant.key(), worker, lapsed));
      test.advance(Duration.ofSeconds(61));

      var outcomes = lab.engine().executeAll(lab.operator, List.of(hold(waiting), hold(lapsed)));

      assertThat(outcomes).noneMatch(ItemOutcome::refused);
      assertThat(lab.envelope(waiting).state()).isEqualTo(ExecutionState.HELD);
      assertThat(lab.envelope(lapsed).state()).isEqualTo(ExecutionState.HELD);
      assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
    }
  }

  private static PlaceHold hold(String subject) {
    return new PlaceHold(
        RequestMeta.key(InspectedTenant.key()),
        subject,
        StatePrecondition.NOTHING,
        null,
        "STOP",
        "stop them");
  }
}
