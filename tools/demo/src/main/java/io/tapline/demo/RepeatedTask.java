package io.tapline.demo;

import io.tapline.client.error.InterruptedCallException;
import io.tapline.client.error.TaplineException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A task that repeats until the demo ends. */
abstract class RepeatedTask implements Runnable, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RepeatedTask.class);

  private final SimulatedLab lab;
  private final double everySeconds;
  private final Thread thread;

  RepeatedTask(String name, SimulatedLab lab, double everySeconds) {
    this.lab = lab;
    this.everySeconds = everySeconds;
    this.thread = new Thread(this, "demo-" + name);
    this.thread.setDaemon(true);
  }

  final SimulatedLab lab() {
    return lab;
  }

  abstract void once() throws InterruptedException;

  final void start() {
    thread.start();
  }

  @Override
  public final void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        attempt();
        lab.pace().pause(everySeconds);
      }
    } catch (InterruptedException | InterruptedCallException e) {
      LOG.debug("{} ends", thread.getName());
    }
  }

  private void attempt() throws InterruptedException {
    try {
      once();
    } catch (InterruptedCallException e) {
      throw e;
    } catch (TaplineException e) {
      // A visitor may have acted first; the next round reads the new state.
      LOG.debug("{}: {}", thread.getName(), e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("{} stumbled and goes on", thread.getName(), e);
    }
  }

  @Override
  public final void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
