package io.tapline.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.TestBench;
import io.tapline.bench.site.EngineSite;
import io.tapline.engine.check.InvariantChecker;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class BacklogFillerTest {

  private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

  @Test
  void a_filled_backlog_is_valid_to_the_engine_and_only_its_ready_work_is_claimed() {
    try (var scaleDatabase = ScaleDatabase.open(TestBench.server(), "filler", 2);
        var parallelClaimers =
            new ParallelClaimers(scaleDatabase.site(), 2, 10, () -> EngineSite.QUEUE)) {
      var site = scaleDatabase.site();
      var backlogFiller = new BacklogFiller(site, NOWHERE);

      backlogFiller.ready(25);
      backlogFiller.finished(40);
      backlogFiller.copiesOfFinished(scaleDatabase.database(), 100);
      backlogFiller.delayed(15);

      assertThat(states(scaleDatabase, "READY")).isEqualTo(25 + 15);
      assertThat(states(scaleDatabase, "COMPLETED")).isEqualTo(40 + 100);
      assertThat(parallelClaimers.work(25)).containsOnlyKeys(EngineSite.QUEUE);
      assertThat(site.claim(site.worker(1), EngineSite.QUEUE, 1)).isEmpty();
      assertThat(new InvariantChecker(site.engine()).check(site.tenantId())).isEmpty();
    }
  }

  private static long states(ScaleDatabase scaleDatabase, String state) {
    return scaleDatabase
        .database()
        .count("select count(*) from tapline.instance_subject where exec_state = '" + state + "'");
  }
}
