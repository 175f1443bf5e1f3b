package io.tapline.bench;

import io.tapline.bench.figures.FigureReport;
import io.tapline.bench.figures.FigureRun;
import io.tapline.bench.figures.FigureSizes;
import io.tapline.bench.figures.FigureSizesBuilder;
import io.tapline.bench.goals.GoalTable;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.LaunchedServer;
import io.tapline.bench.host.RunConditions;
import io.tapline.bench.peers.PeerCase;
import io.tapline.bench.peers.PeerComparison;
import io.tapline.bench.peers.PeerPlan;
import io.tapline.bench.peers.PeersReport;
import io.tapline.bench.report.ResultFiles;
import io.tapline.bench.scale.ScaleReport;
import io.tapline.bench.scale.ScaleRun;
import io.tapline.bench.scale.ScaleSizes;
import io.tapline.bench.scale.ScaleSizesBuilder;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures every goal of the store in one run. */
@Command(
    name = "figures",
    description =
        "Measures every goal of the store in one run: rates in relation to peers, single figures,"
            + " and the cases in which the rate must not fall.",
    showDefaultValues = true)
final class FiguresCommand extends BenchCommand {

  /** The batch case with Tapline alone and without the steady load. */
  private static final String WRITES = "writes";

  private static final int EMPTY = 1_000;
  private static final int CLAIMERS = 64;
  private static final int FIRST_JOBS = 1_000;

  // Sequential requests take longer than jobs of a batch, so there are fewer of them.
  private static final int JOBS_PER_REPORT = 10;
  private static final int WARM_UP_JOBS_PER_REPORT = 4;

  @Mixin private BenchOptions.Rounds rounds;

  @Option(
      names = "--paced-seconds",
      defaultValue = "6",
      converter = BenchOptions.Positive.class,
      description = "Duration of the load at half of the peak rate, and at 50 jobs per second.")
  private int pacedSeconds;

  @Option(
      names = "--large",
      defaultValue = "1000000",
      converter = BenchOptions.Positive.class,
      description = "Ready or delayed jobs in the large cases.")
  private int large;

  @Option(
      names = "--finished",
      defaultValue = "1000000",
      converter = BenchOptions.Positive.class,
      description = "Finished jobs in that case; the goal is 10000000, which take 70 GB.")
  private int finished;

  @Option(
      names = "--open-seconds",
      defaultValue = "120",
      converter = BenchOptions.Positive.class,
      description = "Duration of the open transaction.")
  private int openSeconds;

  @Option(
      names = "--only",
      split = ",",
      description =
          "Some of: single, batch, writes, alone, handler, disk, serve, ready, finished, delayed,"
              + " claimers, open. Default: all except writes, which is a part of batch.")
  private List<String> only;

  @Mixin private BenchOptions.Cases options;

  @Mixin private BenchOptions.Node node;

  @Option(
      names = "--results",
      description = "The folder of the results. Default: tools/bench/results; none with --only.")
  private Path results;

  private List<PeerCase> cases;

  @Override
  void prepare() {
    requireKnown("--only", only, names());
    cases = cases(System.out);
  }

  @Override
  int run(BenchServer server) {
    long start = System.nanoTime();
    var out = System.out;
    var run = new Run(RunConditions.of(server, command()));
    if (!cases.isEmpty()) {
      run.peers = new PeerComparison(cases, plan(), command()).run(server, out, run::peers);
      out.printf("%n%s%n", run.peers.table());
    }
    var singles = chosen(FigureRun.allNames());
    if (!singles.isEmpty()) {
      run.figures = new FigureRun(figureSizes(), singles).run(server, out, run::figures);
    }
    var families = chosen(GoalTable.FLAT_FAMILIES);
    if (!families.isEmpty()) {
      run.scale = new ScaleRun(scaleSizes(), families, command()).run(server, out, run::scale);
      out.printf("%n%s", run.scale.table());
    }
    out.printf("%n%s%n", run.goals());
    run.printPaths(out);
    out.printf("took %d minutes%n", Duration.ofNanos(System.nanoTime() - start).toMinutes());
    return 0;
  }

  /** The measurements so far; the command saves them after each new one. */
  private final class Run {

    private final RunConditions setting;
    private final ResultFiles saved;
    private PeersReport peers;
    private FigureReport figures;
    private ScaleReport scale;

    Run(RunConditions setting) {
      this.setting = setting;
      // A partial run must not replace the results of a whole run.
      var folder = results == null && only == null ? Path.of(RESULTS) : results;
      saved = folder == null ? null : new ResultFiles(folder, "figures");
    }

    void peers(PeersReport soFar) {
      peers = soFar;
      save();
    }

    void figures(FigureReport soFar) {
      figures = soFar;
      save();
    }

    void scale(ScaleReport soFar) {
      scale = soFar;
      save();
    }

    GoalTable goals() {
      return GoalTable.of(peers, figures, scale);
    }

    private void save() {
      if (saved == null) {
        return;
      }
      var document = new LinkedHashMap<String, Object>();
      document.put("setting", setting);
      document.put("goals", goals().goals());
      document.put("peers", peers == null ? null : peers.figures());
      document.put("figures", figures);
      document.put("scale", scale);
      saved.save(document);
    }

    void printPaths(PrintStream out) {
      if (saved != null) {
        saved.printPaths(out);
      }
    }
  }

  private static List<String> names() {
    return Stream.of(
            List.of(PeerCase.SINGLE, PeerCase.BATCH, WRITES),
            FigureRun.allNames(),
            GoalTable.FLAT_FAMILIES)
        .flatMap(List::stream)
        .toList();
  }

  private List<String> chosen(List<String> names) {
    return names.stream().filter(this::isChosen).toList();
  }

  private boolean isChosen(String name) {
    return only == null || only.contains(name);
  }

  /** The cases with the peers that a goal names. */
  private List<PeerCase> cases(PrintStream out) {
    if (onlyWrites()) {
      return List.of(options.batch(options.batchLineup().only(List.of())));
    }
    if (!isChosen(PeerCase.SINGLE) && !isChosen(PeerCase.BATCH)) {
      return List.of();
    }
    return node.cases(options, out).stream()
        .filter(one -> isChosen(one.name()))
        .map(FiguresCommand::needed)
        .toList();
  }

  private boolean onlyWrites() {
    return only != null
        && only.contains(WRITES)
        && !only.contains(PeerCase.SINGLE)
        && !only.contains(PeerCase.BATCH);
  }

  private static PeerCase needed(PeerCase all) {
    var names = all.name().equals(PeerCase.SINGLE) ? GoalTable.SINGLE_PEERS : GoalTable.BATCH_PEERS;
    return all.with(all.lineup().only(names));
  }

  private PeerPlan plan() {
    return rounds.plan(onlyWrites() ? 0 : pacedSeconds);
  }

  private FigureSizes figureSizes() {
    return FigureSizesBuilder.builder()
        .rounds(rounds.rounds)
        .jobs(rounds.jobs)
        .batch(options.batch)
        .reports(Math.max(1, rounds.jobs / JOBS_PER_REPORT))
        .warmUpReports(rounds.warmUp / WARM_UP_JOBS_PER_REPORT)
        .warmUpSeconds(rounds.warmUpSeconds)
        .handlerSeconds(pacedSeconds)
        .firstJobs(FIRST_JOBS)
        .connections(options.singleThreads)
        .serve(LaunchedServer.COMMAND)
        .build();
  }

  private ScaleSizes scaleSizes() {
    return ScaleSizesBuilder.builder()
        .jobs(rounds.jobs)
        .rounds(rounds.rounds)
        .ready(List.of(Math.min(EMPTY, large), large))
        .finished(List.of(finished))
        .delayed(large)
        .claimers(List.of(CLAIMERS))
        .openSeconds(openSeconds)
        .queues(1)
        .payloads(List.of())
        .threads(options.threads)
        .batch(options.batch)
        .mostSeconds(rounds.mostSeconds)
        .build();
  }
}
