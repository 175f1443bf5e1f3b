package io.tapline.server.longpoll;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Scope;
import io.tapline.api.WorkerType;
import io.tapline.api.request.Claim;
import io.tapline.engine.model.ScopeFilter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The kinds of worker whose claims are not repeated. */
class EmptyClaimMemoryTest {

  private static final String QUEUE = "queue";
  private static final WaitingClaim.WorkerKind NORTH = serving("north");
  private static final WaitingClaim.WorkerKind SOUTH = serving("south");

  private final EmptyClaimMemory emptyClaimMemory = new EmptyClaimMemory();

  private static WaitingClaim.WorkerKind serving(String site) {
    return new WaitingClaim.WorkerKind(
        WorkerType.SERVICE, List.of(), new ScopeFilter(List.of(site), List.of(), List.of()));
  }

  private static WakeupAudience news(String site) {
    return WakeupAudience.of(new Scope(site, null, null));
  }

  @Test
  void who_found_nothing_in_one_queue_may_find_something_in_another() {
    emptyClaimMemory.foundNothing(QUEUE, NORTH);
    assertThat(emptyClaimMemory.isFor(QUEUE, NORTH)).isTrue();
    assertThat(emptyClaimMemory.isFor("another", NORTH)).isFalse();
    assertThat(emptyClaimMemory.isFor(QUEUE, SOUTH)).isFalse();
  }

  @Test
  void news_counts_for_those_who_serve_its_place() {
    emptyClaimMemory.foundNothing(QUEUE, NORTH);
    emptyClaimMemory.news(QUEUE, news("south"));
    emptyClaimMemory.news("another", news("north"));
    assertThat(emptyClaimMemory.isFor(QUEUE, NORTH)).isTrue();
    emptyClaimMemory.news(QUEUE, news("south").and(news("north")));
    assertThat(emptyClaimMemory.isFor(QUEUE, NORTH)).isFalse();
  }

  @Test
  void work_without_a_place_is_news_for_all() {
    emptyClaimMemory.foundNothing(QUEUE, NORTH);
    emptyClaimMemory.news(QUEUE, WakeupAudience.UNASKED);
    assertThat(emptyClaimMemory.isFor(QUEUE, NORTH)).isTrue();
    emptyClaimMemory.newsEverywhere(WakeupAudience.of(Scope.NONE));
    assertThat(emptyClaimMemory.isFor(QUEUE, NORTH)).isFalse();
  }

  @Test
  void news_that_nobody_of_a_kind_was_there_to_hear_may_have_come() {
    emptyClaimMemory.foundNothing(QUEUE, NORTH);
    emptyClaimMemory.foundNothing(QUEUE, SOUTH);
    emptyClaimMemory.forget(NORTH);
    assertThat(emptyClaimMemory.isFor(QUEUE, NORTH)).isFalse();
    assertThat(emptyClaimMemory.isFor(QUEUE, SOUTH)).isTrue();
  }

  @Test
  void only_what_is_found_ends_the_doubt() {
    emptyClaimMemory.foundNothing(QUEUE, NORTH);
    emptyClaimMemory.news(QUEUE, news("north"));
    assertThat(emptyClaimMemory.isFor(QUEUE, NORTH)).isFalse();
    assertThat(emptyClaimMemory.doubts(QUEUE, NORTH)).isTrue();
    emptyClaimMemory.foundSomething(QUEUE, NORTH);
    assertThat(emptyClaimMemory.doubts(QUEUE, NORTH)).isFalse();
  }

  @Test
  void two_of_a_doubted_kind_are_asked_before_the_rest() {
    var queueOffer = new QueueOffer(WakeupAudience.ALL);
    var first = waiter(1);
    assertThat(queueOffer.wants(first, true)).isTrue();
    queueOffer.begin(first);
    queueOffer.begin(waiter(2));
    assertThat(queueOffer.wants(waiter(3), true)).isFalse();
    assertThat(queueOffer.wants(waiter(3), false)).isTrue();
    queueOffer.end(first, true);
    assertThat(queueOffer.wants(waiter(3), true)).isTrue();
  }

  private static WaitingClaim waiter(long number) {
    return new WaitingClaim(number, null, Claim.one("key", "worker", QUEUE), NORTH);
  }
}
