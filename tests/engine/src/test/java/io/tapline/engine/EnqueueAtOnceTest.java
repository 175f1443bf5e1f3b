package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.PayloadPolicy;
import io.tapline.api.request.Command;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.SwitchSubstrate;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.engine.testing.TracedSource;
import io.tapline.tapdb.Json;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** New work in one statement, when the hints of its server are out of date. */
class EnqueueAtOnceTest extends InspectedTenantTest {

  private static final String STATEMENT = "drawn as materialized";

  private TracedSource traced;
  private Engine engine;

  @BeforeEach
  void remember() {
    traced = new TracedSource(test.serving());
    engine = new Engine(traced.source());
    assertThat(enqueue(job("first")).refused()).isFalse();
    traced.forget();
  }

  @Test
  void a_queue_that_was_changed_elsewhere_is_read_again() {
    var signals = QueueFields.builder().payloadPolicy(PayloadPolicy.SIGNAL_ONLY).build();
    asAdmin(new UpdateQueue(RequestMeta.key("signals"), QUEUE, 1L, signals, "a test"));
    assertThat(enqueue(job("k")).refusal().code()).isEqualTo(Code.PAYLOAD_REFUSED);
    assertThat(traced.executed(STATEMENT)).isEqualTo(1);
    assertThat(jobs()).isEqualTo(1);
  }

  @Test
  void work_is_refused_at_once_when_the_switch_was_turned_off_elsewhere() {
    turn("off", false);
    assertThat(enqueue(job("k")).refusal().code()).isEqualTo(Code.SUBSTRATE_DISABLED);
    turn("on", true);
    assertThat(enqueue(job("k")).refused()).isFalse();
    assertThat(jobs()).isEqualTo(2);
  }

  @Test
  void work_whose_time_came_since_the_clock_was_read_is_ready() {
    var soon = lab.envelope(enqueue(job("now")).answer().subjectEuid()).readyAt();
    test.advance(Duration.ofHours(2));
    var due = EnqueueBuilder.builder(job("due")).readyAt(soon.plus(Duration.ofHours(1))).build();
    var subject = enqueue(due).answer().subjectEuid();
    assertThat(lab.envelope(subject).queueCache().delayed()).isNull();
  }

  @Test
  void one_bad_item_does_not_concern_the_others() {
    var outcomes =
        engine.executeAll(
            lab.operator,
            List.of(
                job("a"),
                EnqueueBuilder.builder(job("b")).queueKey("nowhere").build(),
                job("c"),
                job("first")));
    assertThat(outcomes)
        .extracting(ItemOutcome::refused)
        .containsExactly(false, true, false, false);
    assertThat(outcomes.get(3).answer().replayed()).isTrue();
    assertThat(jobs()).isEqualTo(3);
  }

  @Test
  void identical_requests_that_race_at_two_servers_are_one_job() throws Exception {
    var other = new Engine(test.serving());
    other.execute(lab.operator, job("warm-up"));
    long before = jobs();
    int rounds = 20;
    var pool = Executors.newFixedThreadPool(2);
    try {
      for (int i = 0; i < rounds; i++) {
        var command = job("race " + i);
        var barrier = new CyclicBarrier(2);
        var both =
            pool.invokeAll(
                List.of(engine, other).stream()
                    .<Callable<ItemOutcome>>map(
                        one ->
                            () -> {
                              barrier.await();
                              return one.executeAll(lab.operator, List.<Command>of(command)).get(0);
                            })
                    .toList());
        var first = both.get(0).get().answer();
        var second = both.get(1).get().answer();
        assertThat(first.subjectEuid()).isEqualTo(second.subjectEuid());
        assertThat(first.replayed()).isNotEqualTo(second.replayed());
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(jobs() - before).isEqualTo(rounds);
  }

  @Test
  void tenants_of_one_server_do_not_share_identifiers_or_queues() {
    var neighbour = InspectedTenant.in(test).queue(QUEUE);
    for (var own : List.of(lab, neighbour, lab, neighbour)) {
      var commands =
          IntStream.range(0, 3).<Command>mapToObj(i -> job(InspectedTenant.key())).toList();
      for (var outcome : engine.executeAll(own.operator, commands)) {
        assertThat(own.envelope(outcome.orThrow().subjectEuid()).nextQueueKey()).isEqualTo(QUEUE);
      }
    }
    assertThat(jobs()).isEqualTo(7);
    assertThat(neighbour.count("subject where tenant_id = ?", neighbour.tenantId())).isEqualTo(6);
  }

  private void turn(String key, boolean on) {
    asAdmin(new SwitchSubstrate(RequestMeta.key(key), on, "a test"));
  }

  private ItemOutcome enqueue(Enqueue command) {
    return engine.executeAll(lab.operator, List.<Command>of(command)).get(0);
  }

  private long jobs() {
    return lab.count("subject where tenant_id = ? and exec_queue_key = ?", lab.tenantId(), QUEUE);
  }

  private static Enqueue job(String key) {
    return Enqueue.task(key, QUEUE, Json.object().put("raw", 1));
  }
}
