package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Fail;
import io.tapline.api.request.LeaseCommand;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ReportOutcome;
import io.tapline.engine.testing.InspectedTenant;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reports that claim more share transactions, and each gets the answer that it would get alone. */
class CombinedReportsTest extends CombinedLab {

  private static final int ROBOTS = 16;

  private Claim next(String robot) {
    return Claim.batch(InspectedTenant.key(), robot, QUEUE, 1, true);
  }

  private Complete completion(String robot, ClaimAnswer.Item item) {
    return Complete.of(InspectedTenant.key(), item.subjectEuid(), robot, item.leaseEuid());
  }

  private ReportOutcome report(LeaseCommand ending, Claim next) {
    return engine.report(lab.service, List.of(ending), next);
  }

  private ClaimAnswer.Item begun(String robot) {
    return engine.claim(lab.service, next(robot)).claims().get(0);
  }

  private static ItemOutcome only(ReportOutcome reported) {
    return reported.outcomes().get(0);
  }

  private static ClaimAnswer.Item given(ReportOutcome reported) {
    return reported.claimed().orThrow().claims().get(0);
  }

  /** Any report, to hold the lane. */
  private Runnable someReport() {
    return () -> report(Complete.of(InspectedTenant.key(), worker, worker, worker), next(worker));
  }

  private Supplier<ReportOutcome> reporting(LeaseCommand ending, Claim next) {
    return () -> report(ending, next);
  }

  @Test
  void reports_that_wait_for_each_other_share_a_transaction() throws Exception {
    var robots = IntStream.range(0, 6).mapToObj(i -> lab.worker("r" + i, 1)).toList();
    lab.enqueue(QUEUE, 6);
    var items = robots.stream().map(this::begun).toList();
    var subjects = lab.enqueue(QUEUE, 6);
    var requests =
        IntStream.range(0, 6)
            .mapToObj(i -> reporting(completion(robots.get(i), items.get(i)), next(robots.get(i))))
            .toList();
    var members = lane.together(someReport(), requests);
    var answers = members.stream().map(HeldLane.Member::get).toList();
    assertThat(answers).noneMatch(one -> only(one).refused());
    assertThat(answers)
        .extracting(one -> given(one).subjectEuid())
        .containsExactlyElementsOf(subjects);
    var written =
        answers.stream()
            .flatMap(one -> Stream.of(only(one).answer().actionEuid(), given(one).actionEuid()))
            .toArray(String[]::new);
    assertThat(evidence.transactions(written)).isEqualTo(1);
    assertSound();
  }

  @Test
  void what_is_said_to_one_report_is_its_own() throws Exception {
    var robots = IntStream.range(0, 6).mapToObj(i -> lab.worker("r" + i, 1)).toList();
    lab.enqueue(QUEUE, 6);
    var items = robots.stream().map(this::begun).toList();
    var subjects = lab.enqueue(QUEUE, 3);
    lab.administer(ActionKey.DRAIN_WORKER, robots.get(1));
    var done = completion(robots.get(2), items.get(2));
    var again = next(robots.get(2));
    lab.complete(robots.get(3), items.get(3));
    long failed = failed(ActionKey.COMPLETE_QUEUE_EXECUTION);
    var first = completion(robots.get(0), items.get(0));
    var members =
        lane.together(
            someReport(),
            List.of(
                reporting(first, next(robots.get(0))),
                reporting(completion(robots.get(1), items.get(1)), next(robots.get(1))),
                reporting(done, again),
                reporting(done, again),
                reporting(completion(robots.get(3), items.get(3)), next(robots.get(3))),
                reporting(completion(robots.get(4), items.get(4)), next(robots.get(4))),
                reporting(completion(robots.get(5), items.get(5)), next(robots.get(5)))));
    var answers = members.stream().map(HeldLane.Member::get).toList();
    assertThat(given(answers.get(0)).subjectEuid()).isEqualTo(subjects.get(0));
    assertThat(only(answers.get(1)).refused()).isFalse();
    assertThat(answers.get(1).claimed().refusal().code()).isEqualTo(Code.WORKER_DRAINING);
    assertThat(given(answers.get(2)).subjectEuid()).isEqualTo(subjects.get(1));
    assertThat(only(answers.get(3)).answer().replayed()).isTrue();
    assertThat(given(answers.get(3)).leaseEuid()).isEqualTo(given(answers.get(2)).leaseEuid());
    assertThat(only(answers.get(4)).refused()).isTrue();
    assertThat(answers.get(4).claimed()).isNull();
    assertThat(given(answers.get(5)).subjectEuid()).isEqualTo(subjects.get(2));
    assertThat(answers.get(6).claimed().noWork()).isTrue();
    assertThat(failed(ActionKey.COMPLETE_QUEUE_EXECUTION)).isEqualTo(failed);
    assertSound();
  }

  @Test
  void a_locked_subject_or_worker_holds_its_own_report_only_and_an_ending_never() throws Exception {
    var robots = IntStream.range(0, 3).mapToObj(i -> lab.worker("r" + i, 1)).toList();
    lab.enqueue(QUEUE, 3);
    var items = robots.stream().map(this::begun).toList();
    lab.enqueue(QUEUE, 3);
    var requests =
        IntStream.range(0, 3)
            .mapToObj(i -> reporting(completion(robots.get(i), items.get(i)), next(robots.get(i))))
            .toList();
    try (var subject = lock("instance_subject", items.get(0).subjectEuid());
        var locked = lock("instance_registry", robots.get(1))) {
      var members = lane.together(someReport(), requests);
      assertThat(given(members.get(2).get())).isNotNull();
      // Its claim waits for the worker, and its ending is there.
      assertThat(state(items.get(1))).isEqualTo(ExecutionState.COMPLETED);
      assertThat(members.get(1).answer()).isNotDone();
      assertThat(members.get(0).answer()).isNotDone();
      subject.rollback();
      assertThat(given(members.get(0).get())).isNotNull();
      locked.rollback();
      assertThat(given(members.get(1).get())).isNotNull();
    }
    assertThat(items).extracting(this::state).containsOnly(ExecutionState.COMPLETED);
    assertSound();
  }

  @Test
  void as_many_reports_as_subjects_all_get_the_next() throws Exception {
    reports(5);
  }

  @Test
  @Tag("soak")
  void as_many_reports_as_subjects_all_get_the_next_five_hundred_times() throws Exception {
    reports(500);
  }

  /** Workers with one place each end their work and ask for more, all at once. */
  private void reports(int count) throws Exception {
    var robots = IntStream.range(0, ROBOTS).mapToObj(i -> lab.worker("r" + i, 1)).toList();
    lab.enqueue(QUEUE, ROBOTS);
    var held = SimultaneousThreads.of(ROBOTS, number -> begun(robots.get(number)));
    for (int round = 0; round < count; round++) {
      var mine = held;
      var subjects = lab.enqueue(QUEUE, ROBOTS);
      held =
          SimultaneousThreads.of(
              ROBOTS, number -> reported(number, robots.get(number), mine.get(number)));
      assertThat(held)
          .as("round %d", round)
          .extracting(ClaimAnswer.Item::subjectEuid)
          .containsExactlyInAnyOrderElementsOf(subjects);
    }
    assertSound();
  }

  /** Every fourth has failed. */
  private ClaimAnswer.Item reported(int number, String robot, ClaimAnswer.Item item) {
    var failure =
        Fail.of(
            InspectedTenant.key(),
            item.subjectEuid(),
            robot,
            item.leaseEuid(),
            ErrorClass.PERMANENT_INPUT,
            "it broke");
    var reported = report(number % 4 == 0 ? failure : completion(robot, item), next(robot));
    only(reported).orThrow();
    assertThat(reported.claimed().orThrow().claims()).as("no false \"no work\"").hasSize(1);
    return given(reported);
  }
}
