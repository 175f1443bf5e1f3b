package io.tapline.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.engine.pipeline.RequestCombiner.ReturningCallers;
import io.tapline.engine.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RequestCombinerTest {

  private static final RequestCombiner.Kind KIND =
      new RequestCombiner.Kind(1, ActionKey.COMPLETE_QUEUE_EXECUTION, null);

  private static final PipelineContext CONTEXT =
      PipelineContextBuilder.builder()
          .stats(new ActionStats())
          .patience(Duration.ofMinutes(1))
          .build();

  private final List<List<String>> transactions = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
  private final List<Long> waits = Collections.synchronizedList(new ArrayList<>());
  private final List<Integer> answered = Collections.synchronizedList(new ArrayList<>());

  /** Two are expected back, and waited for as long as it takes. */
  private final class TwoExpected extends ReturningCallers {

    @Override
    void answered(int callers, long nanos, long now, boolean met) {
      answered.add(callers);
    }

    @Override
    int expected() {
      return 2;
    }

    @Override
    long patience(long now) {
      return TimeUnit.MINUTES.toNanos(1);
    }
  }

  private RequestCombiner<String, String> combiner(Supplier<ReturningCallers> returningCallers) {
    return new RequestCombiner<>(
        requests -> {
          transactions.add(requests);
          threads.add(Thread.currentThread());
          return requests;
        },
        request -> 1,
        CONTEXT,
        returningCallers);
  }

  @Test
  void a_transaction_waits_for_the_callers_that_are_expected_back() throws Exception {
    var combiner = combiner(TwoExpected::new);
    var first = new Thread(() -> combiner.ask(KIND, "first"));
    first.start();
    // It waits for the second, or it did not wait and is done.
    while (first.getState() != Thread.State.TIMED_WAITING && first.isAlive()) {
      Thread.onSpinWait();
    }
    assertThat(combiner.ask(KIND, "second")).contains("second");
    first.join();
    assertThat(transactions).containsExactly(List.of("first", "second"));
    assertThat(answered).containsExactly(2);
  }

  /** The clock of the callers stands still: each request comes right after the one before. */
  private final class StandingClock extends ReturningCallers {

    @Override
    void answered(int callers, long nanos, long now, boolean met) {
      answered.add(callers);
      super.answered(callers, TimeUnit.MINUTES.toNanos(1), 0, met);
    }

    @Override
    long patience(long now) {
      waits.add(super.patience(0));
      // A wait would end with the next request only, and none follows.
      return waits.get(waits.size() - 1) == 0 ? 0 : -1;
    }
  }

  @Test
  void a_lone_request_is_executed_on_its_own_thread_without_a_wait() {
    var combiner = combiner(StandingClock::new);
    for (var request : List.of("first", "second", "third")) {
      assertThat(combiner.ask(KIND, request)).contains(request);
    }
    assertThat(transactions).containsExactly(List.of("first"), List.of("second"), List.of("third"));
    assertThat(answered).containsExactly(1, 1, 1);
    assertThat(waits).containsExactly(0L, 0L, 0L);
    assertThat(threads).containsOnly(Thread.currentThread());
  }

  private static Thread caller(RequestCombiner<String, String> combiner, String request) {
    var caller = new Thread(() -> combiner.ask(KIND, request));
    caller.start();
    return caller;
  }

  /** No caller is expected back. */
  private static final class NoneExpected extends ReturningCallers {

    @Override
    long patience(long now) {
      return 0;
    }
  }

  @Test
  void a_transaction_begins_beside_another_one_when_many_requests_wait() throws Exception {
    var go = new Semaphore(0);
    var combiner =
        new RequestCombiner<String, String>(
            requests -> {
              transactions.add(requests);
              if (requests.contains("first")) {
                go.acquireUninterruptibly();
              }
              return requests;
            },
            request -> 1,
            CONTEXT,
            NoneExpected::new);
    var callers = new ArrayList<Thread>();
    callers.add(caller(combiner, "first"));
    Await.until("the first transaction", () -> transactions.size() == 1);
    for (int i = 1; i < RequestCombiner.BESIDE; i++) {
      var caller = caller(combiner, "waiting " + i);
      callers.add(caller);
      Await.until("a wait", () -> caller.getState() == Thread.State.TIMED_WAITING);
    }
    assertThat(transactions).as("fewer than that wait").containsExactly(List.of("first"));
    assertThat(combiner.ask(KIND, "the last one")).contains("the last one");
    assertThat(transactions).hasSize(2);
    assertThat(transactions.get(1)).hasSize(RequestCombiner.BESIDE).startsWith("the last one");
    go.release();
    for (var caller : callers) {
      caller.join();
    }
    assertThat(transactions).as("each request is in one transaction").hasSize(2);
  }
}
