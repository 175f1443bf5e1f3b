package io.tapline.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./tapline chaos --once}, as short as it can be: it works, and finds nothing. */
@Tag("soak")
class ChaosShortRunTest {

  /** Faults of processes, messages and the database, except those that restart a server. */
  private static final EnumSet<FaultKind> SOME =
      EnumSet.of(
          FaultKind.KILL_WORKERS,
          FaultKind.FREEZE_SERVER,
          FaultKind.LOSE_ANSWERS,
          FaultKind.DOUBLE_REQUESTS,
          FaultKind.TERMINATE_BACKENDS,
          FaultKind.FREEZE_BACKEND);

  @TempDir Path folder;

  @Test
  void a_server_under_a_few_faults_loses_nothing_and_does_nothing_twice() throws Exception {
    var options =
        ChaosOptionsBuilder.builder()
            .length(Duration.ZERO)
            .once(true)
            .seed(7)
            .kinds(SOME)
            .servers(1)
            .workerProcesses(1)
            .workersEach(3)
            .runtimeWorkers(0)
            .clients(2)
            .build();

    try (var site = new ChaosSite(folder, options)) {
      var figures =
          new ChaosRun(site, options, new PrintStream(PrintStream.nullOutputStream())).run();

      assertThat(figures.faults()).containsOnlyKeys(SOME);
      assertThat(figures.verdicts())
          .allSatisfy((check, breaches) -> assertThat(breaches).as(check.title()).isEmpty());
      assertThat(figures.text()).contains("ok      nothing acknowledged is lost");
    }
  }
}
