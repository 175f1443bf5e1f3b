package io.tapline.engine.testing;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Runs one request from two threads that start together. */
public final class ConcurrentPair {

  private ConcurrentPair() {}

  public static <T> List<T> same(Callable<T> request) {
    return at(
        first -> {
          try {
            return request.call();
          } catch (RuntimeException e) {
            throw e;
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** The argument tells the first thread from the second. */
  public static <T> List<T> at(Function<Boolean, T> request) {
    var barrier = new CyclicBarrier(2);
    var threads = Executors.newFixedThreadPool(2);
    try {
      var first = threads.submit(() -> after(barrier, request, true));
      var second = threads.submit(() -> after(barrier, request, false));
      return List.of(first.get(), second.get());
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static <T> T after(CyclicBarrier barrier, Function<Boolean, T> request, boolean first)
      throws Exception {
    barrier.await();
    return request.apply(first);
  }
}
