package io.tapline.cli;

import io.tapline.cli.act.CancelCommand;
import io.tapline.cli.act.DisableCommand;
import io.tapline.cli.act.DrainCommand;
import io.tapline.cli.act.EnableCommand;
import io.tapline.cli.act.ExpireLeaseCommand;
import io.tapline.cli.act.HoldCommand;
import io.tapline.cli.act.ReleaseHoldCommand;
import io.tapline.cli.act.RequeueCommand;
import io.tapline.cli.act.ResolveCommand;
import io.tapline.cli.act.RetireCommand;
import io.tapline.cli.doctor.DoctorCommand;
import io.tapline.cli.enqueue.EnqueueCommand;
import io.tapline.cli.exec.WorkerCommand;
import io.tapline.cli.job.JobsCommand;
import io.tapline.cli.job.KindsCommand;
import io.tapline.cli.job.WorkflowsCommand;
import io.tapline.cli.queue.QueueCommand;
import io.tapline.cli.read.DeadLetterCommand;
import io.tapline.cli.read.EventsCommand;
import io.tapline.cli.read.HistoryCommand;
import io.tapline.cli.read.HoldsCommand;
import io.tapline.cli.read.ItemsCommand;
import io.tapline.cli.read.LeasesCommand;
import io.tapline.cli.read.LineageCommand;
import io.tapline.cli.read.QueuesCommand;
import io.tapline.cli.read.SubjectCommand;
import io.tapline.cli.read.WhyCommand;
import io.tapline.cli.read.WorkersCommand;
import io.tapline.cli.token.TokenCommand;
import io.tapline.server.Main;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** The tapline command. */
@Command(
    name = "tapline",
    description = "A durable execution queue on PostgreSQL that keeps its receipts.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "%nIn a checkout of the sources also: test (the suite), soak (every test, at length), bench"
          + " (measurements), chaos (faults of every kind, and what they broke), dist (a tarball).",
      "tapline COMMAND --help explains a command and gives an example."
    },
    subcommands = {
      QueuesCommand.class,
      ItemsCommand.class,
      SubjectCommand.class,
      WhyCommand.class,
      HistoryCommand.class,
      LineageCommand.class,
      WorkersCommand.class,
      LeasesCommand.class,
      HoldsCommand.class,
      DeadLetterCommand.class,
      EventsCommand.class,
      EnqueueCommand.class,
      WorkerCommand.class,
      HoldCommand.class,
      ReleaseHoldCommand.class,
      RequeueCommand.class,
      CancelCommand.class,
      ResolveCommand.class,
      DrainCommand.class,
      DisableCommand.class,
      EnableCommand.class,
      RetireCommand.class,
      ExpireLeaseCommand.class,
      QueueCommand.class,
      KindsCommand.class,
      JobsCommand.class,
      WorkflowsCommand.class,
      TokenCommand.class,
      DoctorCommand.class,
      CompletionCommand.class,
      HelpCommand.class,
    })
public final class Tapline implements Runnable {

  /** Where nobody knows how wide the terminal is: no example is broken over two lines. */
  static final int HELP_WIDTH = 100;

  private final Surroundings here;

  @Mixin private HelpOption help;

  @CommandLine.Spec private CommandSpec spec;

  private Tapline(Surroundings here) {
    this.here = here;
  }

  public static void main(String[] arguments) {
    System.exit(run(Surroundings.ofProcess(), arguments));
  }

  /**
   * @return the exit code
   */
  public static int run(Surroundings here, String... arguments) {
    return command(here).execute(arguments);
  }

  static CommandLine command(Surroundings here) {
    var command = new CommandLine(new Tapline(here));
    var serve = new CommandLine(new Main(here.environment(), here.out()));
    serve.getCommandSpec().name("serve");
    command.addSubcommand("serve", serve);
    command.setOut(new PrintWriter(here.out(), true));
    command.setErr(new PrintWriter(here.err(), true));
    command.setUsageHelpWidth(HELP_WIDTH);
    command.setUsageHelpAutoWidth(true);
    command.setParameterExceptionHandler(
        (wrong, given) -> Complaint.about(wrong).print(here.err()));
    command.setExecutionExceptionHandler(
        (thrown, line, parsed) -> Complaint.about(thrown, line.getCommandSpec()).print(here.err()));
    tidyHelp(command);
    return command;
  }

  /** Every command's help is laid out alike: a short synopsis, its own options first. */
  private static void tidyHelp(CommandLine command) {
    command.getCommandSpec().usageMessage().abbreviateSynopsis(true).sortOptions(false);
    command.getSubcommands().values().forEach(Tapline::tidyHelp);
  }

  static Surroundings surroundings(CommandSpec spec) {
    return ((Tapline) spec.root().userObject()).here;
  }

  /** Nothing was asked for: say what there is. */
  @Override
  public void run() {
    spec.commandLine().usage(here.out());
  }
}
