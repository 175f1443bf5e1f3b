package io.tapline.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.TestBench;
import io.tapline.bench.site.Site;
import io.tapline.engine.check.InvariantChecker;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class FillerTest {

  private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

  @Test
  void what_is_filled_in_is_what_the_engine_would_hold_and_only_what_is_ready_is_claimed() {
    try (var ground = Ground.open(TestBench.server(), "filler", 2);
        var crew = new Crew(ground.site(), 2, 10, () -> Site.QUEUE)) {
      var site = ground.site();
      var filler = new Filler(site, NOWHERE);

      filler.ready(25);
      filler.finished(40);
      filler.delayed(15);

      assertThat(states(ground, "READY")).isEqualTo(25 + 15);
      assertThat(states(ground, "COMPLETED")).isEqualTo(40);
      assertThat(crew.work(25)).containsOnlyKeys(Site.QUEUE);
      assertThat(site.claim(site.worker(1), Site.QUEUE, 1)).isEmpty();
      assertThat(new InvariantChecker(site.engine()).check(site.tenantId())).isEmpty();
    }
  }

  private static long states(Ground ground, String state) {
    return ground
        .database()
        .count("select count(*) from tapline.instance_subject where exec_state = '" + state + "'");
  }
}
