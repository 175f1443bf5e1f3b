package io.tapline.demo;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Scales the time of the lab; at speed 1 a person can follow it. */
final class DemoSpeed {

  private final double speed;

  DemoSpeed(double speed) {
    this.speed = speed;
  }

  Duration of(double seconds) {
    return Duration.ofNanos(Math.max(1, Math.round(seconds / speed * 1e9)));
  }

  /** The server accepts whole seconds only. */
  int seconds(double seconds, int least) {
    return (int) Math.max(least, Math.round(seconds / speed));
  }

  void pause(double seconds) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(of(seconds).toNanos());
  }

  /** Pauses until the latch opens. @return whether it opened */
  boolean pause(double seconds, CountDownLatch off) throws InterruptedException {
    return off.await(of(seconds).toNanos(), TimeUnit.NANOSECONDS);
  }
}
