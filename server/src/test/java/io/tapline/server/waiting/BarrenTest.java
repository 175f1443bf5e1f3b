package io.tapline.server.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.command.Claim;
import io.tapline.engine.model.Scope;
import io.tapline.engine.model.ScopeFilter;
import io.tapline.engine.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who need not be asked again. */
class BarrenTest {

  private static final String QUEUE = "queue";
  private static final Waiter.Kind NORTH = serving("north");
  private static final Waiter.Kind SOUTH = serving("south");

  private final Barren barren = new Barren();

  private static Waiter.Kind serving(String site) {
    return new Waiter.Kind(
        WorkerType.SERVICE, List.of(), new ScopeFilter(List.of(site), List.of(), List.of()));
  }

  private static Audience news(String site) {
    return Audience.of(new Scope(site, null, null));
  }

  @Test
  void who_found_nothing_in_one_queue_may_find_something_in_another() {
    barren.foundNothing(QUEUE, NORTH);
    assertThat(barren.isFor(QUEUE, NORTH)).isTrue();
    assertThat(barren.isFor("another", NORTH)).isFalse();
    assertThat(barren.isFor(QUEUE, SOUTH)).isFalse();
  }

  @Test
  void news_counts_for_those_who_serve_its_place() {
    barren.foundNothing(QUEUE, NORTH);
    barren.news(QUEUE, news("south"));
    barren.news("another", news("north"));
    assertThat(barren.isFor(QUEUE, NORTH)).isTrue();
    barren.news(QUEUE, news("south").and(news("north")));
    assertThat(barren.isFor(QUEUE, NORTH)).isFalse();
  }

  @Test
  void work_without_a_place_is_news_for_all() {
    barren.foundNothing(QUEUE, NORTH);
    barren.news(QUEUE, Audience.UNASKED);
    assertThat(barren.isFor(QUEUE, NORTH)).isTrue();
    barren.newsEverywhere(Audience.of(Scope.NONE));
    assertThat(barren.isFor(QUEUE, NORTH)).isFalse();
  }

  @Test
  void news_that_nobody_of_a_kind_was_there_to_hear_may_have_come() {
    barren.foundNothing(QUEUE, NORTH);
    barren.foundNothing(QUEUE, SOUTH);
    barren.forget(NORTH);
    assertThat(barren.isFor(QUEUE, NORTH)).isFalse();
    assertThat(barren.isFor(QUEUE, SOUTH)).isTrue();
  }

  @Test
  void only_what_is_found_ends_the_doubt() {
    barren.foundNothing(QUEUE, NORTH);
    barren.news(QUEUE, news("north"));
    assertThat(barren.isFor(QUEUE, NORTH)).isFalse();
    assertThat(barren.doubts(QUEUE, NORTH)).isTrue();
    barren.foundSomething(QUEUE, NORTH);
    assertThat(barren.doubts(QUEUE, NORTH)).isFalse();
  }

  @Test
  void two_of_a_doubted_kind_are_asked_before_the_rest() {
    var pass = new Pass(Audience.ALL);
    var first = waiter(1);
    assertThat(pass.wants(first, true)).isTrue();
    pass.begin(first);
    pass.begin(waiter(2));
    assertThat(pass.wants(waiter(3), true)).isFalse();
    assertThat(pass.wants(waiter(3), false)).isTrue();
    pass.end(first, true);
    assertThat(pass.wants(waiter(3), true)).isTrue();
  }

  private static Waiter waiter(long number) {
    return new Waiter(number, null, Claim.one("key", "worker", QUEUE), NORTH);
  }
}
