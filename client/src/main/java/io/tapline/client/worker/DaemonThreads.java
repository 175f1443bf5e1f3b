package io.tapline.client.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that do not keep a process alive. */
final class DaemonThreads {

  private DaemonThreads() {}

  /** Runs each task in a new virtual thread, or in a pool if the JVM has no virtual threads. */
  static ExecutorService perTask(String name) {
    try {
      var make =
          MethodHandles.publicLookup()
              .findStatic(
                  Executors.class,
                  "newVirtualThreadPerTaskExecutor",
                  MethodType.methodType(ExecutorService.class));
      return (ExecutorService) make.invoke();
    } catch (Throwable e) {
      // Before Java 21 virtual threads do not exist or are a preview.
      var numbers = new AtomicLong();
      return Executors.newCachedThreadPool(
          task -> daemon(name + "-" + numbers.incrementAndGet(), task));
    }
  }

  static Thread daemon(String name, Runnable task) {
    var thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
