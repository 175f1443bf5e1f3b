package io.tapline.cli.connect;

import io.tapline.cli.base.CommandEnvironment;
import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.base.HelpOption;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.ResultPrinter;
import io.tapline.cli.print.TerminalColors;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** A command that sends requests to a server: connects, runs and prints. */
public abstract class ServerCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private SharedOptions shared;

  @Mixin private HelpOption help;

  @Override
  public final Integer call() throws Exception {
    var here = here();
    var options = shared.outwards(spec);
    var terminalColors =
        new TerminalColors(here.terminals().out() && here.variable("NO_COLOR") == null);
    var printer =
        new ResultPrinter(here.out(), here.err(), terminalColors, SharedOptions.json(options));
    try (var session = ServerSession.open(SharedOptions.target(options, here), printer)) {
      return run(session).code();
    }
  }

  protected abstract ExitCode run(ServerSession session) throws Exception;

  protected final CommandEnvironment here() {
    return CommandEnvironment.of(spec);
  }

  /** Prints the whole answer as JSON for programs, or its facts for people. */
  public static ExitCode show(ServerSession session, JsonNode answer, FactSheet facts) {
    return show(session, answer, printer -> printer.facts(facts));
  }

  /** Prints the whole answer as JSON for programs, or a text for people. */
  public static ExitCode show(
      ServerSession session, JsonNode answer, Consumer<ResultPrinter> text) {
    var printer = session.printer();
    if (printer.json()) {
      printer.document(answer);
    } else {
      text.accept(printer);
    }
    return ExitCode.OK;
  }

  /** A usage error that picocli cannot detect. */
  protected final CommandFailed wrong(String sentence) {
    return CommandFailed.usage(sentence + "; see " + spec.qualifiedName() + " --help");
  }
}
