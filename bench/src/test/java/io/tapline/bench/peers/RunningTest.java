package io.tapline.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.bench.TestBench;
import io.tapline.bench.contender.Completions;
import io.tapline.bench.contender.Contender;
import io.tapline.bench.contender.Lineup;
import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.report.Percentiles;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class RunningTest {

  private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

  private static final Plan ONE_JOB = new Plan(1, 1, 0, 1, 0);

  private static Running running(Lineup lineup, Plan plan) {
    return new Running(TestBench.server(), new PeerCase("case", "a case", lineup), plan, NOWHERE);
  }

  /** A contender that no database knows of. */
  private record Entry(String name, Supplier<Contender> contender) implements Contender.Entry {

    static Entry broken(String name) {
      return new Entry(
          name,
          () -> {
            throw new IllegalStateException("the process has ended");
          });
    }

    static Entry lying(String name) {
      return new Entry(name, Lying::new);
    }

    @Override
    public String version() {
      return "0";
    }

    @Override
    public String settings() {
      return "";
    }

    @Override
    public Contender on(BenchDatabase database) {
      return contender.get();
    }

    @Override
    public String countDone(int jobs) {
      return "select 0";
    }
  }

  /** Says that its one job is done. */
  private static final class Lying implements Contender {

    @Override
    public void enqueue(int from, int count) {}

    @Override
    public void start(Completions completions) {
      completions.done(0);
    }

    @Override
    public void close() {}
  }

  @Test
  void a_peer_that_fails_is_out_and_the_reason_is_kept() {
    var lineup = new Lineup(Entry.broken("ours"), List.of(Entry.broken("peer")), List.of());
    var running = running(lineup, ONE_JOB);

    running.round(1);

    assertThat(running.report().measurements()).isEmpty();
    assertThat(running.report().peerCase().lineup().entries()).isEmpty();
    assertThat(running.report().peerCase().lineup().absent())
        .containsExactly(new Lineup.Absent("peer", "failed: the process has ended"));
  }

  @Test
  void a_peer_whose_database_does_not_bear_it_out_is_out() {
    var lineup = new Lineup(Entry.broken("ours"), List.of(Entry.lying("peer")), List.of());
    var running = running(lineup, ONE_JOB);

    running.round(1);

    assertThat(running.report().peerCase().lineup().absent())
        .extracting(Lineup.Absent::reason)
        .containsExactly("failed: peer did 0 jobs of 1, as its database has it");
  }

  @Test
  void there_is_no_run_without_us() {
    var ours = Entry.broken("ours");
    var running = running(Lineup.of(ours), ONE_JOB);

    assertThatThrownBy(() -> running.round(1)).hasMessage("the process has ended");
  }

  @Test
  void who_comes_with_a_new_process_is_told_how_much_it_has_done() {
    var told = new ArrayList<Integer>();
    var entry =
        new Contender.Entry() {
          @Override
          public String name() {
            return "peer";
          }

          @Override
          public String version() {
            return "0";
          }

          @Override
          public String settings() {
            return "";
          }

          @Override
          public Contender on(BenchDatabase database) {
            return new Lying();
          }

          @Override
          public Contender on(BenchDatabase database, int done) {
            told.add(done);
            return on(database);
          }

          @Override
          public String countDone(int jobs) {
            return "select 1";
          }
        };
    var running = running(Lineup.of(entry), new Plan(1, 2, 5, 1, 0));

    // One of five, then it is given up.
    running.warmUp();
    running.round(1);
    running.round(2);

    assertThat(told).containsExactly(1, 2);
  }

  @Test
  void jobs_that_came_at_half_of_the_rate_are_counted_too() {
    var plan = new Plan(1, 1, 0, 1, 6);
    assertThat(plan.pacedJobs(measured(null))).isZero();
    assertThat(plan.pacedJobs(measured(new Pace.Outcome(100, Percentiles.of(new long[] {1})))))
        .isEqualTo(600);
  }

  private static Measurement measured(Pace.Outcome paced) {
    return new Measurement("peer", 1, 1, 1, 1, 1, 1, 1, null, paced);
  }
}
