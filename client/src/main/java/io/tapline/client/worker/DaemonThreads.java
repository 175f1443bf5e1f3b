package io.tapline.client.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that do not keep a process alive. */
final class DaemonThreads {

  private DaemonThreads() {}

  /** A thread for every task: a virtual one where the JVM has them. */
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
      // Before Java 21 there are none, or only as a preview.
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
