package io.tapline.server.longpoll;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A claim that found nothing needs a scan unless nothing can have arrived since its attempt. */
class ScanTimesTest {

  private static final String QUEUE = "extraction";

  private long now = Duration.ofMinutes(1).toNanos();
  private final ScanTimes times = new ScanTimes(() -> now);

  private long later(long millis) {
    now += Duration.ofMillis(millis).toNanos();
    return now;
  }

  @Test
  void a_queue_that_was_never_scanned_needs_a_scan() {
    long tried = later(5);
    assertThat(times.current(List.of(QUEUE), tried)).isZero();
    times.scans(List.of("another"));
    assertThat(times.current(List.of(QUEUE), tried)).isZero();
  }

  @Test
  void a_scan_is_valid_for_the_jobs_that_it_finds_to_become_ready_soon() {
    times.scans(List.of(QUEUE));
    long tried = later(400);
    assertThat(times.current(List.of(QUEUE), tried)).isEqualTo(600);
    tried = later(600);
    assertThat(times.current(List.of(QUEUE), tried)).isZero();
  }

  @Test
  void a_claim_from_several_queues_needs_a_scan_when_one_of_them_does() {
    times.scans(List.of(QUEUE, "another"));
    long tried = later(400);
    assertThat(times.current(List.of(QUEUE, "another"), tried)).isEqualTo(600);
    assertThat(times.current(List.of(QUEUE, "third"), tried)).isZero();
    assertThat(times.current(List.of(), tried)).as("any queue").isZero();
    later(100);
    times.scans(List.of("another"));
    assertThat(times.current(List.of(QUEUE, "another"), later(1))).isEqualTo(499);
  }

  @Test
  void a_signal_since_the_attempt_began_needs_a_scan_and_an_earlier_one_does_not() {
    times.scans(List.of(QUEUE));
    long tried = later(1);
    later(1);
    times.signalled(QUEUE);
    assertThat(times.current(List.of(QUEUE), tried)).isZero();
    assertThat(times.current(List.of(QUEUE), later(1))).isPositive();
    tried = later(1);
    times.signalled("another");
    assertThat(times.current(List.of(QUEUE), tried)).isPositive();
    times.signalledEverywhere();
    assertThat(times.current(List.of(QUEUE), tried)).isZero();
  }
}
