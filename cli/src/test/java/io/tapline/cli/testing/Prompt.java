package io.tapline.cli.testing;

import io.tapline.cli.Surroundings;
import io.tapline.cli.Tapline;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Someone at a prompt: commands run in this process, with surroundings of the test's own. */
public final class Prompt {

  private final Map<String, String> environment;
  private final Path directory;
  private final byte[] input;
  private final Surroundings.Terminals terminals;

  private Prompt(
      Map<String, String> environment,
      Path directory,
      byte[] input,
      Surroundings.Terminals terminals) {
    this.environment = environment;
    this.directory = directory;
    this.input = input;
    this.terminals = terminals;
  }

  /** With a server and a token in the environment, and no profile file. */
  public static Prompt at(URI url, String token, Path directory) {
    return new Prompt(
        Map.of("TAPLINE_URL", url.toString(), "TAPLINE_TOKEN", token, "HOME", directory.toString()),
        directory,
        new byte[0],
        Surroundings.Terminals.NONE);
  }

  public Prompt with(String name, String value) {
    var all = new HashMap<>(environment);
    all.put(name, value);
    return new Prompt(all, directory, input, terminals);
  }

  public Prompt without(String name) {
    var all = new HashMap<>(environment);
    all.remove(name);
    return new Prompt(all, directory, input, terminals);
  }

  /** With something on standard input. */
  public Prompt typing(String text) {
    return new Prompt(environment, directory, text.getBytes(StandardCharsets.UTF_8), terminals);
  }

  public Prompt onTerminal() {
    return new Prompt(environment, directory, input, new Surroundings.Terminals(true, true, true));
  }

  public Ran run(String... arguments) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int code =
        Tapline.run(
            new Surroundings(
                environment,
                directory,
                new ByteArrayInputStream(input),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                terminals),
            arguments);
    return new Ran(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
