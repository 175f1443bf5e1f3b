package io.tapline.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.bench.TestBench;
import io.tapline.bench.contender.CompletionListener;
import io.tapline.bench.contender.Contender;
import io.tapline.bench.contender.ContenderLineup;
import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.report.Percentiles;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class PeerRunTest {

  private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

  private static final PeerPlan ONE_JOB = new PeerPlan(1, 1, 0, 1, 1, 0);

  private static PeerRun running(ContenderLineup lineup, PeerPlan plan) {
    return new PeerRun(TestBench.server(), new PeerCase("case", "a case", lineup), plan, NOWHERE);
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
    public void start(CompletionListener completionListener) {
      completionListener.done(0);
    }

    @Override
    public void close() {}
  }

  @Test
  void a_peer_that_fails_is_out_and_the_reason_is_kept() {
    var lineup =
        new ContenderLineup(Entry.broken("ours"), List.of(Entry.broken("peer")), List.of());
    var peerRun = running(lineup, ONE_JOB);

    peerRun.round(1);

    assertThat(peerRun.report().measurements()).isEmpty();
    assertThat(peerRun.report().peerCase().lineup().entries()).isEmpty();
    assertThat(peerRun.report().peerCase().lineup().absent())
        .containsExactly(new ContenderLineup.Absent("peer", "failed: the process has ended"));
  }

  @Test
  void a_peer_whose_database_does_not_bear_it_out_is_out() {
    var lineup = new ContenderLineup(Entry.broken("ours"), List.of(Entry.lying("peer")), List.of());
    var peerRun = running(lineup, ONE_JOB);

    peerRun.round(1);

    assertThat(peerRun.report().peerCase().lineup().absent())
        .extracting(ContenderLineup.Absent::reason)
        .containsExactly("failed: peer did 0 jobs of 1, as its database has it");
  }

  @Test
  void there_is_no_run_without_us() {
    var ours = Entry.broken("ours");
    var peerRun = running(ContenderLineup.of(ours), ONE_JOB);

    assertThatThrownBy(() -> peerRun.round(1)).hasMessage("the process has ended");
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
    var peerRun = running(ContenderLineup.of(entry), new PeerPlan(1, 2, 5, 1, 1, 0));

    // One of five, then it is given up.
    peerRun.warmUp();
    peerRun.round(1);
    peerRun.round(2);

    assertThat(told).containsExactly(1, 2);
  }

  @Test
  void jobs_that_came_at_half_of_the_rate_are_counted_too() {
    var plan = new PeerPlan(1, 1, 0, 1, 1, 6);
    assertThat(plan.pacedJobs(measured(null))).isZero();
    assertThat(
            plan.pacedJobs(measured(new PacedRun.Outcome(100, new Percentiles(1, 1, 1, 1, 1, 1)))))
        .isEqualTo(600);
  }

  private static RoundMeasurement measured(PacedRun.Outcome paced) {
    return RoundMeasurementBuilder.builder()
        .contender("peer")
        .round(1)
        .jobs(1)
        .enqueuedPerSecond(1)
        .jobsPerSecond(1)
        .walBytesPerJob(1)
        .commitsPerJob(1)
        .deadTuplesPerJob(1)
        .paced(paced)
        .build();
  }
}
