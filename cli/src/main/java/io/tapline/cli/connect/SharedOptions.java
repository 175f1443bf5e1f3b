package io.tapline.cli.connect;

import io.tapline.cli.base.CommandEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * Options of every command that sends requests to a server. They may also precede the command, so
 * the commands that only group others have them too; the last one given applies.
 */
public final class SharedOptions {

  private static final String MIXIN = "shared";

  /** Options whose next argument is a value and not a command. */
  public static final Set<String> WITH_VALUE = Set.of("--url", "--token", "--profile", "--timeout");

  @Mixin private ConnectOptions connect;

  @Option(
      names = "--json",
      order = 99,
      description = "Prints the answer of the server as JSON, for programs.")
  private boolean json;

  /** Adds the options to a command that groups others. */
  public static void addTo(CommandSpec leading) {
    leading.addMixin(MIXIN, CommandSpec.forAnnotatedObject(new SharedOptions()));
  }

  /** These options, then those before the command, nearest first. */
  List<SharedOptions> outwards(CommandSpec command) {
    var all = new ArrayList<>(List.of(this));
    for (var outer = command.parent(); outer != null; outer = outer.parent()) {
      if (outer.mixins().get(MIXIN) != null) {
        all.add((SharedOptions) outer.mixins().get(MIXIN).userObject());
      }
    }
    return all;
  }

  static ConnectOptions.Target target(List<SharedOptions> outwards, CommandEnvironment here) {
    return ConnectOptions.target(outwards.stream().map(each -> each.connect).toList(), here);
  }

  static boolean json(List<SharedOptions> outwards) {
    return outwards.stream().anyMatch(each -> each.json);
  }
}
