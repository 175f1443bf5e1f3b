package io.tapline.cli.exec;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.ResultPrinter;
import io.tapline.client.worker.Worker;
import io.tapline.client.worker.WorkerBuilder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tapline worker}. */
@Command(
    name = "worker",
    description = {
      "Runs a worker that executes a program for each job of a queue.",
      "The program receives the job as JSON on standard input and in TAPLINE_* variables. Exit code"
          + " 0 completes the job, with the JSON on standard output as its result."
    },
    footer = {
      "%nExamples:",
      "  tapline worker --queue extraction --exec 'cat > /dev/null' --until-idle",
      "  tapline worker --capability DNA --exec 'wc -c' --once --exit 3=PERMANENT_STATE"
    })
public final class WorkerCommand extends ServerCommand {

  private static final int MOST_CONCURRENT = 1_000;
  private static final int MOST_GRACE = 24 * 3600;

  @Option(
      names = "--exec",
      paramLabel = "CMD",
      required = true,
      description = "The shell command that executes a job.")
  private String command;

  @Option(
      names = "--queue",
      paramLabel = "QUEUE",
      description =
          "The key of a served queue; may be repeated. Default: all queues that the capabilities"
              + " admit.")
  private List<String> queues = List.of();

  @Option(
      names = "--capability",
      paramLabel = "NAME",
      description = "A capability of the worker; may be repeated. Default: none.")
  private List<String> capabilities = List.of();

  @Option(
      names = "--site",
      paramLabel = "SITE",
      description = "A served site; may be repeated. Default: all.")
  private List<String> sites = List.of();

  @Option(
      names = "--platform",
      paramLabel = "NAME",
      description = "A served platform; may be repeated. Default: all.")
  private List<String> platforms = List.of();

  @Option(
      names = "--assay",
      paramLabel = "NAME",
      description = "A served assay; may be repeated. Default: all.")
  private List<String> assays = List.of();

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description = "The maximum number of concurrent programs. Default: ${DEFAULT-VALUE}.")
  private int concurrency = 1;

  @Option(names = "--once", description = "Executes at most one job, then exits.")
  private boolean once;

  @Option(names = "--until-idle", description = "Exits when no job can be claimed.")
  private boolean untilIdle;

  @Option(
      names = "--grace",
      paramLabel = "SECONDS",
      description =
          "The time in seconds between a cancellation, or the stop of the worker, and the SIGKILL"
              + " of the program. Default: ${DEFAULT-VALUE}.")
  private int grace = 30;

  @Option(
      names = "--exit",
      paramLabel = "CODE=CLASS",
      description =
          "The error class of an exit code; may be repeated. Default: the classes of sysexits.h.")
  private Map<Integer, String> exits = new LinkedHashMap<>();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The name of the worker. Default: ${DEFAULT-VALUE}.")
  private String name = "exec";

  @Override
  protected ExitCode run(ServerSession session) throws InterruptedException {
    if (concurrency < 1 || concurrency > MOST_CONCURRENT) {
      throw wrong("--concurrency must be 1 to " + MOST_CONCURRENT + ", not " + concurrency);
    }
    if (grace < 0 || grace > MOST_GRACE) {
      throw wrong("--grace must be 0 to " + MOST_GRACE + " seconds, not " + grace);
    }
    if (command.isBlank() || name.isBlank()) {
      throw wrong("--exec and --name cannot be empty");
    }
    try (var handler =
        new ExecHandler(
            command,
            here().directory(),
            new ExitTable(exits),
            Duration.ofSeconds(grace),
            new ExecLog(session.printer()))) {
      return work(session, handler);
    }
  }

  private ExitCode work(ServerSession session, ExecHandler handler) throws InterruptedException {
    var workerRun =
        new WorkerRun(builder(session).handle(handler).start(), handler, session.printer());
    var atExit = new Thread(workerRun::end, "tapline-exit");
    Runtime.getRuntime().addShutdownHook(atExit);
    try {
      workerRun.awaitEnd();
    } finally {
      workerRun.end();
      forget(atExit);
    }
    return ExitCode.OK;
  }

  private static void forget(Thread atExit) {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The hook is running already.
    }
  }

  private WorkerBuilder builder(ServerSession session) {
    var builder =
        session
            .worker(name.strip())
            .concurrency(concurrency)
            .grace(Duration.ofSeconds(grace))
            .stopAtExit(false);
    queues.forEach(builder::queue);
    capabilities.forEach(builder::capability);
    sites.forEach(builder::site);
    platforms.forEach(builder::platform);
    assays.forEach(builder::assay);
    if (once) {
      builder.stopAfter(1).stopWhenIdle();
    }
    if (untilIdle) {
      builder.stopWhenIdle();
    }
    return builder;
  }

  /** Runs a worker until a signal or the worker itself ends it. */
  static final class WorkerRun {

    private final Worker worker;
    private final ExecHandler handler;
    private final ResultPrinter printer;
    private boolean over;

    WorkerRun(Worker worker, ExecHandler handler, ResultPrinter printer) {
      this.worker = worker;
      this.handler = handler;
      this.printer = printer;
      printer.remark(
          "Worker " + worker.euid() + " has started; Ctrl-C stops it after the running programs.");
    }

    void awaitEnd() throws InterruptedException {
      worker.awaitStop();
    }

    /** Lets programs finish within the grace time, kills the others, and prints the totals. */
    synchronized void end() {
      if (over) {
        return;
      }
      over = true;
      worker.close();
      handler.close();
      var done = worker.figures();
      printer.remark(
          "Jobs: %d completed, %d failed, %d released, %d lost."
              .formatted(done.completed(), done.failed(), done.released(), done.lost()));
    }
  }
}
