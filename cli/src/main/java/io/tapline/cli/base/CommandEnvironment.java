package io.tapline.cli.base;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Where a command runs: its variables, its streams and whether a person sits at them. Tests give
 * others than the process has.
 *
 * @param directory what relative paths of files start from
 */
public record CommandEnvironment(
    Map<String, String> environment,
    Path directory,
    InputStream in,
    PrintStream out,
    PrintStream err,
    Terminals terminals) {

  /** Set by {@code ./tapline}, which can ask: Java cannot tell one stream from another. */
  private static final String TERMINALS = "tapline.terminals";

  /** Which streams lead to a terminal. */
  public record Terminals(boolean in, boolean out, boolean err) {

    public static final Terminals NONE = new Terminals(false, false, false);

    static Terminals parse(String text) {
      var all = List.of(text.split(","));
      return new Terminals(all.contains("in"), all.contains("out"), all.contains("err"));
    }
  }

  /** The command that all others hang under: it knows where it was called. */
  public interface Holder {
    CommandEnvironment here();
  }

  /** Where the command line was called that this command is a part of. */
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

  /** Whatever the locale says: what we print is JSON and names, and both are UTF-8. */
  private static PrintStream utf8(PrintStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }

  /** A variable; null when it is absent or blank. */
  public String variable(String name) {
    var value = environment.get(name);
    return value == null || value.isBlank() ? null : value;
  }
}
