package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ActionName;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Fail;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.Release;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.engine.testing.InspectedTenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Completions, failures and releases of one worker in one request, with a claim or without. */
class MixedEndingsTest extends ClaimNextReports {

  private Fail failure(ClaimAnswer.Item item) {
    return Fail.of(
        InspectedTenant.key(),
        item.subjectEuid(),
        worker,
        item.leaseEuid(),
        ErrorClass.PERMANENT_INPUT,
        "it broke");
  }

  private Release release(ClaimAnswer.Item item) {
    return new Release(
        RequestMeta.key(InspectedTenant.key()),
        worker,
        item.leaseEuid(),
        StatePrecondition.NOTHING,
        false,
        "not now");
  }

  private Claim next(int items) {
    return Claim.batch(InspectedTenant.key(), worker, QUEUE, items, true);
  }

  @Test
  void endings_of_three_actions_and_a_claim_are_one_transaction() {
    var items = started(3);
    var endings = List.of(completion(items.get(0)), failure(items.get(1)), release(items.get(2)));
    var more = lab.enqueue(QUEUE, 2);
    var reported = engine.report(lab.service, endings, next(2));
    assertThat(reported.outcomes()).noneMatch(ItemOutcome::refused);
    assertThat(items)
        .extracting(this::state)
        .startsWith(ExecutionState.COMPLETED, ExecutionState.FAILED_TERMINAL);
    // The release is carried out before the claim, so its subject can be claimed again.
    var claims = reported.claimed().orThrow().claims();
    assertThat(claims)
        .extracting(ClaimAnswer.Item::subjectEuid)
        .isSubsetOf(items.get(2).subjectEuid(), more.get(0), more.get(1))
        .hasSize(2);
    assertThat(
            evidence.transactions(
                Stream.concat(
                        reported.outcomes().stream().map(one -> one.answer().actionEuid()),
                        claims.stream().map(ClaimAnswer.Item::actionEuid))
                    .toArray(String[]::new)))
        .isEqualTo(1);
    assertSound();
  }

  @Test
  void a_refused_ending_leaves_the_others_and_the_claim_as_they_are() {
    var items = started(3);
    engine.execute(lab.service, completion(items.get(0)));
    lab.enqueue(QUEUE);
    var endings = List.of(completion(items.get(0)), failure(items.get(1)), release(items.get(2)));
    var reported = engine.report(lab.service, endings, next(3));
    assertThat(reported.outcomes())
        .extracting(ItemOutcome::refused)
        .containsExactly(true, false, false);
    assertThat(only(reported).refusal().code()).isEqualTo(Code.LEASE_NOT_ACTIVE);
    assertThat(reported.claimed().orThrow().claims()).isNotEmpty();
    assertSound();
  }

  @Test
  void a_completion_that_is_refused_at_sight_leaves_the_releases_beside_it() {
    var items = started(2);
    var unknown = Complete.of(InspectedTenant.key(), null, worker, items.get(0).leaseEuid());
    var reported = engine.report(lab.service, List.of(unknown, release(items.get(1))), next(1));
    assertThat(only(reported).refusal().field()).isEqualTo("subject_euid");
    assertThat(reported.outcomes().get(1).refused()).isFalse();
  }

  @Test
  void the_same_report_again_is_replayed_under_the_key_of_each_ending() {
    var items = started(3);
    var endings = List.of(completion(items.get(0)), failure(items.get(1)), release(items.get(2)));
    lab.enqueue(QUEUE, 2);
    var next = next(2);
    var first = engine.report(lab.service, endings, next);
    var before = evidence.checksum();
    var again = engine.report(lab.service, endings, next);
    assertThat(again.outcomes())
        .extracting(ItemOutcome::answer)
        .containsExactlyElementsOf(
            first.outcomes().stream().map(one -> one.answer().again()).toList());
    assertThat(again.claimed().orThrow().claims()).isEqualTo(first.claimed().orThrow().claims());
    assertThat(evidence.checksum()).isEqualTo(before);
  }

  /** A key is known within one action: a failure under the key of a completion is no replay. */
  @Test
  void endings_of_two_actions_under_one_key_are_two_requests() {
    var items = started(2);
    var key = InspectedTenant.key();
    var done = Complete.of(key, items.get(0).subjectEuid(), worker, items.get(0).leaseEuid());
    var failed =
        Fail.of(
            key,
            items.get(1).subjectEuid(),
            worker,
            items.get(1).leaseEuid(),
            ErrorClass.PERMANENT_INPUT,
            "it broke");
    assertThat(engine.executeAll(lab.service, List.of(done, failed)))
        .noneMatch(outcome -> outcome.refused() || outcome.answer().replayed());
    assertThat(engine.executeAll(lab.service, List.of(done, failed)))
        .allMatch(outcome -> outcome.answer().replayed());
  }

  @Test
  void endings_of_several_actions_without_a_claim_are_one_transaction() {
    var items = started(3);
    var endings =
        List.<LeaseCommand>of(
            completion(items.get(0)), release(items.get(1)), failure(items.get(2)));
    var outcomes = engine.executeAll(lab.service, endings);
    assertThat(outcomes).noneMatch(ItemOutcome::refused);
    assertThat(transactions(outcomes.stream().map(ItemOutcome::answer).toList())).isEqualTo(1);
    assertSound();
  }

  @Test
  void listeners_are_called_once_for_each_action() {
    var heard = new ArrayList<ActionName>();
    engine.listen(
        new ActionListener() {
          @Override
          public void carriedOut(
              Caller caller,
              List<? extends Command> commands,
              List<ItemOutcome> outcomes,
              Duration took) {
            assertThat(outcomes).hasSameSizeAs(commands);
            assertThat(commands).extracting(Command::action).containsOnly(commands.get(0).action());
            commands.forEach(command -> heard.add(command.action()));
          }
        });
    var items = started(4);
    heard.clear();
    var endings =
        List.of(
            completion(items.get(0)),
            failure(items.get(1)),
            completion(items.get(2)),
            release(items.get(3)));
    engine.report(lab.service, endings, next(1));
    assertThat(heard)
        .containsExactly(
            ActionKey.COMPLETE_QUEUE_EXECUTION,
            ActionKey.COMPLETE_QUEUE_EXECUTION,
            ActionKey.FAIL_QUEUE_EXECUTION,
            ActionKey.RELEASE_QUEUE_LEASE);
  }
}
