package io.tapline.cli.base;

import java.util.ArrayList;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that only groups others; without one of them it fails and lists them. */
public abstract class CommandGroup implements Runnable {

  @Spec private CommandSpec spec;
  @Mixin private HelpOption help;

  @Override
  public final void run() {
    var names = new ArrayList<>(spec.subcommands().keySet());
    var last = names.remove(names.size() - 1);
    throw CommandFailed.usage(
        "Give a command: %s or %s; see %s --help"
            .formatted(String.join(", ", names), last, spec.qualifiedName()));
  }
}
