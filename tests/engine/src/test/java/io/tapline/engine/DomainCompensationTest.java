package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.testing.EvidenceRows;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.MinimalPack;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.ScratchEngine;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Source 004: what is undone by an action of a pack says so like what its worker completes. */
class DomainCompensationTest {

  private static final String UNDO = "undo";
  private static final String POUR = "pour";

  @Test
  void an_action_of_a_pack_undoes_and_what_was_undone_says_so_once() {
    try (var test = new ScratchEngine(5, List.of(new MinimalPack("pour_back")))) {
      var lab = InspectedTenant.in(test);
      lab.queue(UNDO, InspectedTenant.fields(60, 2));
      lab.queue(POUR, InspectedTenant.fields(60, 2).toBuilder().compensationQueueKey(UNDO).build());
      var worker = lab.worker("w1");
      var subject = lab.enqueue(POUR);
      lab.claimAndStart(worker, POUR);
      lab.engine()
          .execute(
              lab.operator,
              new Cancel(
                  RequestMeta.key(InspectedTenant.key()),
                  subject,
                  StatePrecondition.NOTHING,
                  false,
                  "not needed"));
      var undoing =
          new EvidenceRows(test, lab.tenantId()).children(subject, "job_compensation").get(0);
      var key = InspectedTenant.key();
      for (int time = 0; time < 2; time++) {
        var done =
            lab.engine()
                .execute(
                    lab.service,
                    PerformAction.of(key, "pour_back", undoing, worker, null, Json.object()));
        assertThat(done.replayed()).isEqualTo(time > 0);
      }
      assertThat(lab.envelope(undoing).state()).isEqualTo(ExecutionState.COMPLETED);
      assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.CANCELED);
      assertThat(events(lab, subject))
          .endsWith(EventType.JOB_CANCELLED, EventType.JOB_COMPENSATED)
          .containsOnlyOnce(EventType.JOB_COMPENSATED);
      assertThat(new InvariantChecker(lab.engine()).check(lab.tenantId())).isEmpty();
    }
  }

  private static List<EventType> events(InspectedTenant lab, String subject) {
    return lab.events().page(lab.tenantId(), FeedCursor.START, subject, null, 100).items().stream()
        .map(event -> event.type())
        .toList();
  }
}
