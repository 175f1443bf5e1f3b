package io.tapline.demo;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How fast the lab's time goes by: at speed 1 a person can watch. */
final class DemoSpeed {

  private final double speed;

  DemoSpeed(double speed) {
    this.speed = speed;
  }

  Duration of(double seconds) {
    return Duration.ofNanos(Math.max(1, Math.round(seconds / speed * 1e9)));
  }

  /** Whole seconds for the server, which knows no others. */
  int seconds(double seconds, int least) {
    return (int) Math.max(least, Math.round(seconds / speed));
  }

  void pause(double seconds) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(of(seconds).toNanos());
  }

  /** Pauses unless it is called off; true when it was. */
  boolean pause(double seconds, CountDownLatch off) throws InterruptedException {
    return off.await(of(seconds).toNanos(), TimeUnit.NANOSECONDS);
  }
}
