package io.tapline.bench;

import io.tapline.bench.host.BenchServer;
import java.util.Collection;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A run, with its own PostgreSQL. */
abstract class BenchCommand implements Callable<Integer> {

  /** The folder of the saved results. */
  static final String RESULTS = "tools/bench/results";

  @Option(names = "--help", usageHelp = true, description = "Prints this help.")
  private boolean help;

  @Spec private CommandSpec spec;

  /** Checks and completes the options, before PostgreSQL starts. */
  void prepare() {}

  /** Returns the exit code. */
  abstract int run(BenchServer server);

  @Override
  public Integer call() {
    prepare();
    System.out.println(command());
    try (var server = BenchServer.start()) {
      return run(server);
    }
  }

  /** The command with the values of its options, including the defaults. */
  String command() {
    var words = new StringJoiner(" ");
    words.add("./tapline bench").add(spec.name());
    for (var option : spec.options()) {
      if (!option.hidden() && !option.usageHelp() && !option.longestName().equals("--results")) {
        Object value = option.getValue();
        if (value instanceof Collection<?> several) {
          value = several.stream().map(String::valueOf).collect(Collectors.joining(","));
        }
        if (Boolean.TRUE.equals(value)) {
          words.add(option.longestName());
        } else if (value != null && !Boolean.FALSE.equals(value)) {
          var text = value.toString();
          words.add(option.longestName()).add(text.contains(" ") ? "'" + text + "'" : text);
        }
      }
    }
    return words.toString();
  }

  /**
   * @param named values of an option; null for none
   */
  void requireKnown(String option, List<String> named, List<String> all) {
    for (var name : named == null ? List.<String>of() : named) {
      if (!all.contains(name)) {
        throw new CommandLine.ParameterException(
            spec.commandLine(), option + ": '" + name + "' is none of " + String.join(", ", all));
      }
    }
  }
}
