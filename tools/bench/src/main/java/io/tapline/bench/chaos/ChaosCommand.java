package io.tapline.bench.chaos;

import io.tapline.bench.host.ScratchDirectory;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./tapline chaos}: injects every kind of fault and checks the guarantees. */
@Command(
    name = "./tapline chaos",
    description = {
      "Runs servers, workers and clients on one PostgreSQL and its standby, injects faults of"
          + " every kind, and checks from outside that no acknowledged change was lost or done"
          + " twice; see docs/operations/reliability.md.",
      "The exit code is 1 if a guarantee was broken; then all logs are kept."
    },
    showDefaultValues = true)
public final class ChaosCommand implements Callable<Integer> {

  private static final int SERVERS = 3;
  private static final int WORKER_PROCESSES = 2;
  private static final int WORKERS_EACH = 4;
  private static final int RUNTIME_WORKERS = 2;
  private static final int CLIENTS = 3;

  @Option(names = "--help", usageHelp = true, description = "Prints this help.")
  private boolean help;

  @Option(
      names = "--minutes",
      defaultValue = "5",
      description = "Time from the first fault to the last.")
  private double minutes;

  @Option(
      names = "--once",
      description = "Instead of --minutes: every kind of fault once, each for about a second.")
  private boolean once;

  @Option(
      names = "--seed",
      description = "The same seed gives the same faults in the same order. Default: random.")
  private Long seed;

  @Option(
      names = "--only",
      split = ",",
      description = "The kinds of fault: ${COMPLETION-CANDIDATES}. Default: all.")
  private List<FaultKind> only = List.of();

  @Option(names = "--keep", description = "Keeps all logs also when no guarantee was broken.")
  private boolean keep;

  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new ChaosCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    long chosen = seed == null ? new Random().nextInt(1_000_000) : seed;
    Set<FaultKind> kinds = only.isEmpty() ? EnumSet.allOf(FaultKind.class) : EnumSet.copyOf(only);
    var options =
        ChaosOptionsBuilder.builder()
            .length(Duration.ofMillis(Math.round(minutes * 60_000)))
            .once(once)
            .seed(chosen)
            .kinds(kinds)
            .servers(SERVERS)
            .workerProcesses(WORKER_PROCESSES)
            .workersEach(WORKERS_EACH)
            .runtimeWorkers(RUNTIME_WORKERS)
            .clients(CLIENTS)
            .build();
    System.out.printf(
        "./tapline chaos %s --seed %d%n", once ? "--once" : "--minutes " + minutes, chosen);
    try (var folder = ScratchDirectory.create("tapline-chaos")) {
      var site = folder.start(path -> new ChaosSite(path, options));
      var figures = new ChaosRun(site, options, System.out).run();
      System.out.printf("%n%s%n", figures.text());
      if (keep || !figures.kept()) {
        folder.keep();
        System.out.println("All logs are in " + folder.path());
      }
      return figures.kept() ? 0 : 1;
    }
  }
}
