package io.tapline.cli;

import io.tapline.cli.base.CommandEnvironment;
import io.tapline.cli.base.HelpOption;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.SharedOptions;
import io.tapline.tapdb.BuildVersion;
import java.io.PrintWriter;
import java.util.List;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The tapline command. */
@Command(
    name = "tapline",
    description = "Starts and operates Tapline, a durable execution queue on PostgreSQL.",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = Tapline.Version.class,
    footer = {
      "%nA checkout of the sources has more commands: test (runs the tests), soak (runs all tests,"
          + " including long ones), bench (measures), chaos (injects faults and checks the results),"
          + " install (installs the Java artifacts for other projects), python (builds the wheel of"
          + " the Python client or checks its types), conformance (checks another worker runtime),"
          + " dist (builds a tarball).",
      "tapline COMMAND --help describes a command and shows an example."
    })
public final class Tapline implements Runnable, CommandEnvironment.Holder {

  /** Width of the help if the width of the terminal is unknown; no example needs a second line. */
  static final int HELP_WIDTH = 100;

  private final CommandEnvironment here;

  @Mixin private HelpOption help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      order = 1001,
      description = "Prints the version and exits.")
  private boolean version;

  @CommandLine.Spec private CommandSpec spec;

  private Tapline(CommandEnvironment here) {
    this.here = here;
  }

  public static void main(String[] arguments) {
    System.exit(run(CommandEnvironment.ofProcess(), arguments));
  }

  /**
   * @return the exit code
   */
  public static int run(CommandEnvironment here, String... arguments) {
    return command(here, CommandTable.askedFor(here, arguments)).execute(arguments);
  }

  /** The command line with every command. */
  static CommandLine command(CommandEnvironment here) {
    return command(here, CommandTable.all(here));
  }

  private static CommandLine command(CommandEnvironment here, List<CommandLine> commands) {
    var command = new CommandLine(new Tapline(here));
    commands.forEach(each -> command.addSubcommand(each.getCommandName(), each));
    command.setOut(new PrintWriter(here.out(), true));
    command.setErr(new PrintWriter(here.err(), true));
    command.setUsageHelpWidth(HELP_WIDTH);
    command.setUsageHelpAutoWidth(true);
    var outcomeHandler = new OutcomeHandler(here);
    command.setExecutionStrategy(outcomeHandler);
    command.setParameterExceptionHandler(outcomeHandler);
    command.setExecutionExceptionHandler(outcomeHandler);
    tidy(command);
    return command;
  }

  /** Gives every help text the same layout: a short synopsis, then the own options in order. */
  private static void tidy(CommandLine command) {
    command.getCommandSpec().usageMessage().abbreviateSynopsis(true).sortOptions(false);
    if (!command.getSubcommands().isEmpty()) {
      SharedOptions.addTo(command.getCommandSpec());
    }
    command.getSubcommands().values().forEach(Tapline::tidy);
  }

  @Override
  public CommandEnvironment here() {
    return here;
  }

  /** A command line without a command prints the help. */
  @Override
  public void run() {
    spec.commandLine().usage(here.out());
  }

  /**
   * Runs a parsed command line and prints its errors. This is a class and not three lambdas because
   * the old class-file version of picocli prevents the archiving of lambdas for its interfaces.
   */
  private record OutcomeHandler(CommandEnvironment here)
      implements CommandLine.IExecutionStrategy,
          CommandLine.IParameterExceptionHandler,
          CommandLine.IExecutionExceptionHandler {

    /** Rejects options before a command that the command does not use. */
    @Override
    public int execute(CommandLine.ParseResult parsed) {
      var leading = new TreeSet<String>();
      var last = parsed;
      for (; last.hasSubcommand(); last = last.subcommand()) {
        last.matchedOptions().forEach(option -> leading.add(option.longestName()));
      }
      if (!leading.isEmpty() && !(last.commandSpec().userObject() instanceof ServerCommand)) {
        throw new CommandLine.ParameterException(
            last.commandSpec().commandLine(),
            "the command sends no requests to a server and does not accept "
                + String.join(" and ", leading));
      }
      return new CommandLine.RunLast().execute(parsed);
    }

    @Override
    public int handleParseException(CommandLine.ParameterException wrong, String[] given) {
      return CommandError.about(wrong).print(here.err());
    }

    @Override
    public int handleExecutionException(
        Exception thrown, CommandLine line, CommandLine.ParseResult parsed) {
      return CommandError.about(thrown, line.getCommandSpec()).print(here.err());
    }
  }

  /** Prints the version as evidence names it. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {BuildVersion.text().replace('/', ' ')};
    }
  }
}
