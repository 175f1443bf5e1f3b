package io.tapline.cli.base;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The environment of a command: variables, streams and terminals. Tests replace those of the
 * process.
 *
 * @param directory base of relative file paths
 */
public record CommandEnvironment(
    Map<String, String> environment,
    Path directory,
    InputStream in,
    PrintStream out,
    PrintStream err,
    Terminals terminals) {

  /** {@code ./tapline} sets this property, because Java cannot test each stream for a terminal. */
  private static final String TERMINALS = "tapline.terminals";

  /** The streams that lead to a terminal. */
  public record Terminals(boolean in, boolean out, boolean err) {

    public static final Terminals NONE = new Terminals(false, false, false);

    static Terminals parse(String text) {
      var all = List.of(text.split(","));
      return new Terminals(all.contains("in"), all.contains("out"), all.contains("err"));
    }
  }

  /** The root command, which holds the environment of the call. */
  public interface Holder {
    CommandEnvironment here();
  }

  /** The environment of the command line that contains this command. */
  public static CommandEnvironment of(CommandSpec command) {
    return ((Holder) command.root().userObject()).here();
  }

  public static CommandEnvironment ofProcess() {
    return new CommandEnvironment(
        System.getenv(),
        Path.of("").toAbsolutePath(),
        System.in,
        utf8(System.out),
        utf8(System.err),
        Terminals.parse(System.getProperty(TERMINALS, "")));
  }

  /** The output is JSON and names, which are UTF-8 in every locale. */
  private static PrintStream utf8(PrintStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }

  /** The value of a variable; null when it is absent or blank. */
  public String variable(String name) {
    var value = environment.get(name);
    return value == null || value.isBlank() ? null : value;
  }
}
