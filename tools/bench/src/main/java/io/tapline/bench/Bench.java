package io.tapline.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./tapline bench}: measurements side by side. */
@Command(
    name = "./tapline bench",
    description = "Measures Tapline side by side with others; see tools/bench/README.md.",
    subcommands = {
      PeersCommand.class,
      FiguresCommand.class,
      ScaleCommand.class,
      LatencyCommand.class,
      ReadsCommand.class,
      SmallCommand.class
    })
public final class Bench implements Runnable {

  @Option(names = "--help", usageHelp = true, description = "Prints this help.")
  private boolean help;

  @Spec private CommandSpec spec;

  public static void main(String[] arguments) {
    // An interrupt stops the database while threads still use it; their errors are not reported.
    Runtime.getRuntime().addShutdownHook(new Thread(Bench::hush, "bench-hush"));
    int status = commandLine().execute(arguments);
    System.exit(status);
  }

  private static void hush() {
    System.out.close();
    System.err.close();
  }

  static CommandLine commandLine() {
    return new CommandLine(new Bench())
        .setParameterExceptionHandler(Bench::misused)
        .setExecutionExceptionHandler(Bench::failed);
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "name a run: " + String.join(", ", spec.subcommands().keySet()));
  }

  private static int misused(CommandLine.ParameterException e, String[] arguments) {
    var what =
        e instanceof CommandLine.UnmatchedArgumentException unmatched
            ? "'" + String.join(" ", unmatched.getUnmatched()) + "' is not known here"
            : e.getMessage();
    var command = e.getCommandLine().getCommandSpec().qualifiedName();
    e.getCommandLine().getErr().println("bench: " + what + " (see " + command + " --help)");
    return CommandLine.ExitCode.USAGE;
  }

  private static int failed(Exception e, CommandLine commandLine, CommandLine.ParseResult parsed) {
    e.printStackTrace(commandLine.getErr());
    return CommandLine.ExitCode.SOFTWARE;
  }
}
