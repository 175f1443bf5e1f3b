package io.tapline.cli;

import io.tapline.cli.connect.ConnectOptions;
import io.tapline.cli.connect.Session;
import io.tapline.cli.print.Paint;
import io.tapline.cli.print.Printer;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that talks to a server: connects, does its part, prints. */
public abstract class ServerCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private ConnectOptions connect;

  @Option(
      names = "--json",
      order = 99,
      description = "Print what the server answers as JSON, for programs.")
  private boolean json;

  @Mixin private HelpOption help;

  @Override
  public final Integer call() throws Exception {
    var here = here();
    var paint = new Paint(here.terminals().out() && here.variable("NO_COLOR") == null);
    var printer = new Printer(here.out(), here.err(), paint, json);
    try (var session = Session.open(connect.target(here), printer)) {
      return run(session).code();
    }
  }

  protected abstract Exit run(Session session) throws Exception;

  protected final Surroundings here() {
    return Tapline.surroundings(spec);
  }

  /** For what picocli cannot check by itself. */
  protected final CommandFailed wrong(String sentence) {
    return CommandFailed.usage(sentence + "; see " + spec.qualifiedName() + " --help");
  }
}
