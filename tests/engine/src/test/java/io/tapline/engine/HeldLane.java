package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.Await;
import io.tapline.engine.testing.BackgroundTask;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Keeps a lane of an engine busy with a request that waits for a connection and does not get one:
 * what is asked meanwhile shares the next transaction, for certain.
 */
final class HeldLane {

  /** So long that nobody overtakes the transaction that holds the lane. */
  static final Duration PATIENCE = Duration.ofHours(1);

  private volatile DataSource real;
  private volatile Thread holder;
  private CountDownLatch arrived;
  private CountDownLatch released = new CountDownLatch(0);

  HeldLane(DataSource real) {
    this.real = real;
  }

  DataSource source() {
    return (DataSource)
        Proxy.newProxyInstance(
            HeldLane.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, arguments) -> {
              if (method.getName().equals("getConnection") && Thread.currentThread() == holder) {
                arrived.countDown();
                released.await();
                throw new SQLException("the lane is let go", "08006");
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /**
   * @param some any request of the kind, by somebody who is known already; it fails when the lane
   *     is let go
   */
  void hold(Runnable some) throws InterruptedException {
    arrived = new CountDownLatch(1);
    released = new CountDownLatch(1);
    BackgroundTask.run(
        () -> {
          holder = Thread.currentThread();
          some.run();
        });
    arrived.await();
  }

  /** Connections come from there from now on. */
  void through(DataSource source) {
    real = source;
  }

  void letGo() {
    released.countDown();
  }

  /** One who waits. */
  record Member<T>(Thread thread, CompletableFuture<T> answer) {

    T get() {
      return answer.join();
    }
  }

  /** Asks on a thread of its own, and comes back when it waits in the lane. */
  <T> Member<T> join(Supplier<T> request) {
    var started = new CompletableFuture<Thread>();
    var answer =
        BackgroundTask.get(
            () -> {
              started.complete(Thread.currentThread());
              return request.get();
            });
    var thread = started.join();
    Await.until("a request that waits", () -> answer.isDone() || waits(thread));
    assertThat(answer).as("it waits in the lane").isNotDone();
    return new Member<>(thread, answer);
  }

  /** All of them in one transaction, in this order, after one that holds the lane and fails. */
  <T> List<Member<T>> together(Runnable some, List<Supplier<T>> requests)
      throws InterruptedException {
    hold(some);
    var members = new ArrayList<Member<T>>();
    requests.forEach(request -> members.add(join(request)));
    letGo();
    return members;
  }

  private static boolean waits(Thread thread) {
    return thread.getState() == Thread.State.TIMED_WAITING
        && Arrays.stream(thread.getStackTrace())
            .anyMatch(
                frame ->
                    frame.getClassName().endsWith("RequestCombiner")
                        && frame.getMethodName().equals("await"));
  }
}
