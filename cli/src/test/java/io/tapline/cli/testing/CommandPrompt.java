package io.tapline.cli.testing;

import io.tapline.cli.Tapline;
import io.tapline.cli.base.CommandEnvironment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Someone at a prompt: commands run in this process, with surroundings of the test's own. */
public final class CommandPrompt {

  private final Map<String, String> environment;
  private final Path directory;
  private final byte[] input;
  private final CommandEnvironment.Terminals terminals;

  private CommandPrompt(
      Map<String, String> environment,
      Path directory,
      byte[] input,
      CommandEnvironment.Terminals terminals) {
    this.environment = environment;
    this.directory = directory;
    this.input = input;
    this.terminals = terminals;
  }

  /** With a server and a token in the environment, and no profile file. */
  public static CommandPrompt at(URI url, String token, Path directory) {
    return new CommandPrompt(
        Map.of("TAPLINE_URL", url.toString(), "TAPLINE_TOKEN", token, "HOME", directory.toString()),
        directory,
        new byte[0],
        CommandEnvironment.Terminals.NONE);
  }

  public CommandPrompt with(String name, String value) {
    var all = new HashMap<>(environment);
    all.put(name, value);
    return new CommandPrompt(all, directory, input, terminals);
  }

  public CommandPrompt without(String name) {
    var all = new HashMap<>(environment);
    all.remove(name);
    return new CommandPrompt(all, directory, input, terminals);
  }

  /** With something on standard input. */
  public CommandPrompt typing(String text) {
    return new CommandPrompt(
        environment, directory, text.getBytes(StandardCharsets.UTF_8), terminals);
  }

  public CommandPrompt onTerminal() {
    return new CommandPrompt(
        environment, directory, input, new CommandEnvironment.Terminals(true, true, true));
  }

  public CommandResult run(String... arguments) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int code =
        Tapline.run(
            new CommandEnvironment(
                environment,
                directory,
                new ByteArrayInputStream(input),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                terminals),
            arguments);
    return new CommandResult(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
