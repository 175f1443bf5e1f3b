package io.tapline.server.doors;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.check.InvariantChecker;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * All interfaces at once: 32 clients of four kinds process the same jobs at random, and a reader
 * gets the same facts from every interface, each in its own format.
 */
@TaplineServer(grpc = true)
class AllDoorsTest {

  private static final int CLIENTS_OF_A_KIND = 8;
  private static final int OBSERVERS = 2;

  private static TestTapline tapline;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
  }

  @Test
  void every_door_tells_the_same_of_the_same_work_while_32_clients_are_at_it() throws Exception {
    work(Duration.ofSeconds(3));
  }

  @Test
  @Tag("soak")
  void every_door_tells_the_same_for_half_a_minute() throws Exception {
    work(Duration.ofSeconds(30));
  }

  private static void work(Duration time) throws Exception {
    var shared = new SharedWork(tapline, time, 4 * CLIENTS_OF_A_KIND);
    var people = new ArrayList<Callable<DoorComparison>>();
    for (int i = 0; i < CLIENTS_OF_A_KIND; i++) {
      people.add(client(new ExecutionClient(shared, i)));
      people.add(client(new TasksClient(shared, i)));
      people.add(client(new JobsClient(shared, i)));
      people.add(client(new StreamClient(shared, i)));
    }
    for (int i = 0; i < OBSERVERS; i++) {
      var observer = new DoorComparison(shared, i);
      people.add(
          () -> {
            observer.run();
            return observer;
          });
    }
    var threads = Executors.newFixedThreadPool(people.size());
    try {
      judge(threads.invokeAll(people));
    } finally {
      threads.shutdownNow();
    }
    var checker = new InvariantChecker(tapline.engine());
    assertThat(checker.check(tapline.tenantId(SharedWork.TENANT))).isEmpty();
  }

  private static Callable<DoorComparison> client(RandomClient client) {
    return () -> {
      client.run();
      return null;
    };
  }

  private static void judge(List<Future<DoorComparison>> people) throws Exception {
    int compared = 0;
    var words = new java.util.TreeSet<String>();
    for (var person : people) {
      var observer = person.get();
      if (observer != null) {
        assertThat(observer.disagreements()).isEmpty();
        compared += observer.compared();
        words.addAll(observer.words());
      }
    }
    assertThat(compared).as("work that stood still while it was looked at").isGreaterThan(20);
    assertThat(words).hasSizeGreaterThan(3);
  }
}
