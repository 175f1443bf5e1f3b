package io.tapline.cli.exec;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
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
      "Does the work of a queue with any program, run once for each subject.",
      "The subject comes as JSON on standard input and in TAPLINE_* variables; exit 0 completes"
          + " it,",
      "with the JSON on standard output as result."
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
      description = "The program, as the shell runs it.")
  private String command;

  @Option(
      names = "--queue",
      paramLabel = "QUEUE",
      description = "What it serves; may be repeated. Absent: all that its capabilities admit.")
  private List<String> queues = List.of();

  @Option(
      names = "--capability",
      paramLabel = "NAME",
      description = "What it can do; may be repeated.")
  private List<String> capabilities = List.of();

  @Option(names = "--site", paramLabel = "SITE", description = "Serve this site; absent: all.")
  private List<String> sites = List.of();

  @Option(names = "--platform", paramLabel = "NAME", description = "This platform; absent: all.")
  private List<String> platforms = List.of();

  @Option(names = "--assay", paramLabel = "NAME", description = "This assay; absent: all.")
  private List<String> assays = List.of();

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description = "How many programs run at once; default ${DEFAULT-VALUE}.")
  private int concurrency = 1;

  @Option(names = "--once", description = "One piece of work at most, then end.")
  private boolean once;

  @Option(names = "--until-idle", description = "End when there is no more work.")
  private boolean untilIdle;

  @Option(
      names = "--grace",
      paramLabel = "SECONDS",
      description =
          "How long a program may go on when it is cancelled or the worker stops, before it is"
              + " killed; default ${DEFAULT-VALUE}.")
  private int grace = 30;

  @Option(
      names = "--exit",
      paramLabel = "CODE=CLASS",
      description = "The error class of an exit code; may be repeated.")
  private Map<Integer, String> exits = new LinkedHashMap<>();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "What people call it; default ${DEFAULT-VALUE}.")
  private String name = "exec";

  @Override
  protected ExitCode run(ServerSession session) throws InterruptedException {
    if (concurrency < 1 || concurrency > MOST_CONCURRENT) {
      throw wrong("--concurrency is 1 to " + MOST_CONCURRENT + ", not " + concurrency);
    }
    if (grace < 0 || grace > MOST_GRACE) {
      throw wrong("--grace is 0 to " + MOST_GRACE + " seconds, not " + grace);
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
}
