package io.tapline.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many threads that set off at the same moment. What goes wrong in one of them is thrown. */
final class SimultaneousThreads {

  /** The work of one thread. */
  interface Member<T> {
    T act(int number) throws Exception;
  }

  private SimultaneousThreads() {}

  static <T> List<T> of(int size, Member<T> member) throws Exception {
    var threads = Executors.newFixedThreadPool(size);
    try {
      var start = new CountDownLatch(1);
      var futures = new ArrayList<Future<T>>();
      for (int i = 0; i < size; i++) {
        int number = i;
        futures.add(
            threads.submit(
                () -> {
                  start.await();
                  return member.act(number);
                }));
      }
      start.countDown();
      var results = new ArrayList<T>();
      for (var future : futures) {
        results.add(get(future));
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  private static <T> T get(Future<T> future) throws Exception {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
