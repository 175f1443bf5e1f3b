package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.QueueSeries;
import io.tapline.api.WholeSeries;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.read.series.SeriesWindow;
import io.tapline.engine.read.series.TenantSeriesWindow;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.FeedCursor;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A queue over time: what stood and what went through, minute by minute. */
class QueueSeriesTest extends InspectedTenantTest {

  /** The clock stands shortly after the beginning of a minute, and the minute before is sampled. */
  @BeforeEach
  void aMinuteBegins() {
    toSecond(15);
    assertThat(lab.engine().sample(lab.tenantId())).isTrue();
  }

  @Test
  void a_minute_has_its_depth_its_endings_and_its_waits() {
    lab.enqueue(QUEUE, 3);
    advance(8);
    lab.complete(worker, lab.claimOne(worker, QUEUE));
    lab.fail(worker, lab.claimOne(worker, QUEUE), ErrorClass.PERMANENT_INPUT);
    nextMinute();
    var point = last(QUEUE);
    assertThat(point.at()).isEqualTo(now().truncatedTo(ChronoUnit.MINUTES).minusSeconds(60));
    assertThat(point.depth()).isEqualTo(1);
    assertThat(point.oldestAgeSeconds()).isGreaterThan(68);
    assertThat(point.completed()).isEqualTo(1);
    assertThat(point.failed()).isEqualTo(1);
    assertThat(point.medianWaitSeconds()).isBetween(7.5, 60.0);
    assertThat(point.p95WaitSeconds()).isBetween(7.5, 60.0);
  }

  @Test
  void the_minute_that_runs_is_there_and_so_is_one_that_is_not_sampled_yet() {
    lab.enqueue(QUEUE, 2);
    lab.complete(worker, lab.claimOne(worker, QUEUE));
    var running = points(SeriesWindow.HOUR).get(59);
    assertThat(running.at()).isEqualTo(now().truncatedTo(ChronoUnit.MINUTES));
    assertThat(running.depth()).isEqualTo(1);
    assertThat(running.completed()).isEqualTo(1);
    assertThat(points(SeriesWindow.DAY).get(95).completed()).isEqualTo(1);
    toSecond(5);
    var points = points(SeriesWindow.HOUR);
    assertThat(points.get(58).at()).isEqualTo(running.at());
    assertThat(points.get(58).completed()).isEqualTo(1);
    assertThat(points.get(59).completed()).isZero();
    assertThat(points.get(59).depth()).isEqualTo(1);
  }

  /** The charts would have a hole in every minute until upkeep comes by. */
  @Test
  void a_minute_whose_sample_is_late_is_looked_up_and_one_that_was_missed_is_not() {
    lab.enqueue(QUEUE, 2);
    lab.complete(worker, lab.claimOne(worker, QUEUE));
    advance(60);
    assertThat(points(SeriesWindow.HOUR).get(58).completed()).isEqualTo(1);
    assertThat(whole(TenantSeriesWindow.HOUR).get(58).completed()).isEqualTo(1);
    advance(60);
    assertThat(points(SeriesWindow.HOUR).get(57).completed()).isEqualTo(1);
    assertThat(whole(TenantSeriesWindow.HOUR).get(57).completed()).isEqualTo(1);
    assertThat(done(whole(TenantSeriesWindow.DAY))).isEqualTo(1);
    advance(60);
    assertThat(points(SeriesWindow.HOUR).get(56).completed()).isNull();
    assertThat(whole(TenantSeriesWindow.HOUR).get(56).completed()).isNull();
  }

  @Test
  void the_total_series_has_queues_run_times_and_busy_workers_up_to_this_minute() {
    lab.queue("second", InspectedTenant.fields(60, 3));
    lab.enqueue(QUEUE, 2);
    lab.enqueue("second", 2);
    var slow = lab.claimOne(worker, QUEUE);
    advance(30);
    lab.complete(worker, slow);
    lab.fail(worker, lab.claimOne(worker, "second"), ErrorClass.PERMANENT_INPUT);
    lab.claimOne(worker, QUEUE);
    var running = whole(TenantSeriesWindow.HOUR).get(59);
    assertThat(running.at()).isEqualTo(now().truncatedTo(ChronoUnit.MINUTES));
    assertThat(running.depth()).as("one in the second queue, one elsewhere").isEqualTo(2);
    assertThat(running.completed()).isEqualTo(1);
    assertThat(running.failed()).isEqualTo(1);
    assertThat(running.p95RunSeconds()).isBetween(28.0, 33.0);
    assertThat(running.workersOnline()).isEqualTo(1);
    assertThat(running.utilisation()).isGreaterThan(0).isLessThanOrEqualTo(1);
    nextMinute();
    var sampled = whole(TenantSeriesWindow.HOUR).get(58);
    assertThat(sampled)
        .usingRecursiveComparison()
        .ignoringFields("depth", "workersOnline", "utilisation")
        .isEqualTo(running);
    assertThat(sampled.depth()).as("the lease has lapsed meanwhile").isEqualTo(3);
  }

  @Test
  void the_total_of_a_day_or_week_is_made_of_quarter_hours_with_gaps_for_no_samples() {
    for (int minute = 0; minute < 32; minute++) {
      lab.enqueue(QUEUE);
      lab.complete(worker, lab.claimOne(worker, QUEUE));
      nextMinute();
    }
    var day = whole(TenantSeriesWindow.DAY);
    assertThat(day).hasSize(96);
    assertThat(done(day)).isEqualTo(32);
    var week = whole(TenantSeriesWindow.WEEK);
    assertThat(week).hasSize(84);
    assertThat(done(week)).isEqualTo(32);
    assertThat(week.get(0).depth()).isNull();
    assertThat(day.get(95).at().getEpochSecond() % 900).isZero();
    assertThat(week.get(83).at().getEpochSecond() % 7_200).isZero();
    advance(3_600);
    lab.engine().sample(lab.tenantId());
    var later = whole(TenantSeriesWindow.DAY);
    assertThat(later.get(93).completed()).as("nobody looked").isNull();
    assertThat(done(later)).isEqualTo(32);
  }

  private static long done(List<WholeSeries.Point> points) {
    return points.stream().filter(p -> p.completed() != null).mapToLong(p -> p.completed()).sum();
  }

  private List<WholeSeries.Point> whole(TenantSeriesWindow window) {
    return lab.engine().reads().whole().series(lab.tenantId(), window).points();
  }

  @Test
  void a_wait_begins_when_the_subject_could_be_claimed_not_when_it_came() {
    var later = Enqueue.task(InspectedTenant.key(), QUEUE, null);
    asOperator(AlteredRecord.with(later, "ready_at", now().plusSeconds(550).toString()));
    advance(600);
    assertThat(lab.engine().sample(lab.tenantId())).isTrue();
    lab.claimOne(worker, QUEUE);
    nextMinute();
    assertThat(last(QUEUE).medianWaitSeconds()).isBetween(45.0, 500.0);
  }

  @Test
  void minutes_without_a_sample_are_not_known_and_those_of_an_idle_queue_are_zero() {
    advance(180);
    lab.engine().sample(lab.tenantId());
    var points = points(SeriesWindow.HOUR);
    assertThat(points).hasSize(60);
    assertThat(points.get(58).depth()).isZero();
    assertThat(points.get(58).completed()).isZero();
    assertThat(points.get(58).medianWaitSeconds()).isNull();
    assertThat(points.get(57).depth()).isNull();
    assertThat(points.get(57).completed()).isNull();
    assertThat(points.get(55).depth()).isZero();
  }

  @Test
  void a_day_sums_up_minutes_in_quarters_of_an_hour() {
    toMinute(15);
    lab.engine().sample(lab.tenantId());
    for (int i = 0; i < 3; i++) {
      lab.enqueue(QUEUE);
      lab.complete(worker, lab.claimOne(worker, QUEUE));
      nextMinute();
    }
    var points = points(SeriesWindow.DAY);
    assertThat(points).hasSize(96);
    assertThat(points.get(95).completed()).isEqualTo(3);
    assertThat(points.get(95).at().getEpochSecond() % 900).isZero();
  }

  @Test
  void one_sample_a_minute_is_taken_however_many_servers_ask() {
    toSecond(15);
    lab.engine().sample(lab.tenantId());
    advance(60);
    var other = new Engine(test.serving());
    assertThat(other.sample(lab.tenantId())).isTrue();
    assertThat(lab.engine().sample(lab.tenantId())).isFalse();
    assertThat(other.sample(lab.tenantId())).isFalse();
  }

  @Test
  void a_sample_is_no_entry_of_the_log_and_breaks_no_rule() {
    lab.enqueue(QUEUE);
    nextMinute();
    var steps = lab.events().steps(lab.tenantId(), FeedCursor.START, null, 1_000).steps();
    nextMinute();
    assertThat(lab.events().steps(lab.tenantId(), FeedCursor.START, null, 1_000).steps())
        .hasSameSizeAs(steps);
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
  }

  @Test
  void an_unknown_queue_has_no_series() {
    refused(
        Code.NOT_FOUND,
        "queue_key",
        () -> lab.engine().reads().series().seriesOf(lab.tenantId(), "none", SeriesWindow.HOUR));
  }

  private void nextMinute() {
    advance(60);
    assertThat(lab.engine().sample(lab.tenantId())).isTrue();
  }

  private void toSecond(int second) {
    var now = now();
    var next = now.truncatedTo(ChronoUnit.MINUTES).plusSeconds(60 + second);
    test.advance(Duration.between(now, next));
  }

  private void toMinute(int multiple) {
    long past = now().getEpochSecond() / 60 % multiple;
    advance(60 * (multiple - past));
  }

  private Instant now() {
    return evidence.now();
  }

  private QueueSeries.Point last(String queue) {
    var points =
        lab.engine().reads().series().seriesOf(lab.tenantId(), queue, SeriesWindow.HOUR).points();
    // The last one of which a sample was taken.
    return points.get(points.size() - 2);
  }

  private List<QueueSeries.Point> points(SeriesWindow window) {
    return lab.engine().reads().series().seriesOf(lab.tenantId(), QUEUE, window).points();
  }
}
