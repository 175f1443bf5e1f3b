package io.tapline.demo;

import io.tapline.client.worker.Job;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Simulates the duration of work and reports its progress. */
final class TimedWork {

  private final SimulatedLab lab;

  TimedWork(SimulatedLab lab) {
    this.lab = lab;
  }

  /** Ends early when the job is cancelled. */
  void spend(Job job, double least, double most, String... steps) throws InterruptedException {
    var off = new CountDownLatch(1);
    job.onCancel(why -> off.countDown());
    double each = lab.chance().between(least, most) / steps.length;
    for (int i = 0; i < steps.length; i++) {
      job.progress((double) i / steps.length, steps[i]);
      if (lab.pace().pause(each, off)) {
        job.throwIfCancelled();
      }
    }
  }

  /** Throws a fault at random, more often a transient one than a permanent one. */
  void stumble(List<LabFault> lasting) {
    if (lab.chance().happens(0.06)) {
      throw lab.chance().oneOf(LabFault.PASSING).exception();
    }
    if (!lasting.isEmpty() && lab.chance().happens(0.02)) {
      throw lab.chance().oneOf(lasting).exception();
    }
  }
}
