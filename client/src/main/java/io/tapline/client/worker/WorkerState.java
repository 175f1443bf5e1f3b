package io.tapline.client.worker;

import io.tapline.api.request.RegisterWorker;
import io.tapline.client.error.NotFoundException;
import io.tapline.client.error.TaplineException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** State that the threads of one worker share: registration, jobs in progress and free slots. */
final class WorkerState {

  private final WorkPort port;
  private final RegisterWorker registration;
  private final PayloadCodec codec;
  private final Consumer<TaplineException> trouble;
  private final WorkerFigures figures = new WorkerFigures();
  private final Map<String, Job> jobs = new ConcurrentHashMap<>();
  private final Semaphore slots;
  private volatile String workerEuid;

  WorkerState(
      WorkPort port,
      RegisterWorker registration,
      PayloadCodec codec,
      Consumer<TaplineException> trouble) {
    this.port = new GuardedWorkPort(port);
    this.registration = registration;
    this.codec = codec;
    this.trouble = trouble;
    this.slots = new Semaphore(registration.maxConcurrentLeases());
  }

  WorkPort port() {
    return port;
  }

  PayloadCodec codec() {
    return codec;
  }

  WorkerFigures figures() {
    return figures;
  }

  Semaphore slots() {
    return slots;
  }

  String workerEuid() {
    return workerEuid;
  }

  /** Registers at the start, and again when the server does not have the worker. */
  synchronized void register() {
    workerEuid = port.register(registration);
  }

  /** Whether the server does not have the worker: its database was restored or replaced. */
  static boolean unknownWorker(TaplineException e) {
    return e instanceof NotFoundException && e.field() != null && e.field().endsWith("worker_euid");
  }

  void trouble(TaplineException e) {
    trouble.accept(e);
  }

  void begin(Job job) {
    jobs.put(job.leaseEuid(), job);
    figures.claimed();
  }

  Collection<Job> jobs() {
    return jobs.values();
  }

  Job job(String leaseEuid) {
    return jobs.get(leaseEuid);
  }

  /**
   * The server has ended the lease. The slot becomes free after the handler has returned too, so
   * that no more handlers run than there are slots.
   */
  void leaseOver(Job job) {
    if (job.end()) {
      drop(job);
    }
  }

  private void drop(Job job) {
    jobs.remove(job.leaseEuid(), job);
    freeWhenBoth(job);
    synchronized (this) {
      notifyAll();
    }
  }

  void handlerReturned(Job job) {
    freeWhenBoth(job);
  }

  private void freeWhenBoth(Job job) {
    if (job.oneOfTwoEnds() && !job.placeLeft()) {
      slots.release();
    }
  }

  /** Another worker has the job or may claim it: its outcome is not reported. */
  void lost(Job job) {
    if (job.cancel(Cancellation.LEASE_LOST)) {
      figures.lost();
      drop(job);
    }
  }

  /** Waits until no lease is held; false on timeout. */
  synchronized boolean awaitNone(Duration patience) throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    while (!jobs.isEmpty()) {
      long millis = (until - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        return false;
      }
      wait(millis);
    }
    return true;
  }

  List<Job> inFlight() {
    return List.copyOf(jobs.values());
  }
}
