package io.tapline.cli.testing;

import io.tapline.cli.Tapline;
import io.tapline.cli.base.CommandEnvironment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A {@code tapline} for shells that tests start: a script that hands its command line, variables,
 * folder and input to this process and gives back what comes of it. The command is the same; only
 * the start of a JVM for each is spared.
 */
public final class CommandRelay implements AutoCloseable {

  private static final String SCRIPT =
      """
      #!/bin/bash
      asked=$(mktemp -d "${TMPDIR:-/tmp}/relay.XXXXXX")
      printf '%s\\0' "$@" >"$asked/words"
      env -0 >"$asked/variables"
      cat >"$asked/in"
      exec 3<>/dev/tcp/127.0.0.1/PORT
      printf '%s\\n%s\\n' "$asked" "$PWD" >&3
      read -r code <&3
      cat "$asked/err" >&2
      cat "$asked/out"
      rm -rf "$asked"
      exit "$code"
      """;

  private final ServerSocket socket;
  private final UnaryOperator<String[]> filled;

  private CommandRelay(ServerSocket socket, UnaryOperator<String[]> filled) {
    this.socket = socket;
    this.filled = filled;
  }

  /**
   * @param script where the command is to be
   * @param filled the arguments with what is really there in place of what is there as an example
   */
  public static CommandRelay at(Path script, UnaryOperator<String[]> filled) {
    try {
      var relay =
          new CommandRelay(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), filled);
      Files.writeString(
          script, SCRIPT.replace("PORT", Integer.toString(relay.socket.getLocalPort())));
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
      var thread = new Thread(relay::serve, "commands");
      thread.setDaemon(true);
      thread.start();
      return relay;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (var caller = socket.accept()) {
        answer(caller);
      } catch (IOException e) {
        // The test is over, or its shell is gone.
        continue;
      }
    }
  }

  private void answer(Socket caller) throws IOException {
    var asked = caller.getInputStream();
    var folder = Path.of(line(asked));
    var directory = Path.of(line(asked));
    int code;
    try (var out = stream(folder.resolve("out"));
        var err = stream(folder.resolve("err"))) {
      code =
          Tapline.run(
              new CommandEnvironment(
                  variables(folder.resolve("variables")),
                  directory,
                  new ByteArrayInputStream(Files.readAllBytes(folder.resolve("in"))),
                  out,
                  err,
                  CommandEnvironment.Terminals.NONE),
              filled.apply(parts(folder.resolve("words")).toArray(String[]::new)));
    }
    caller.getOutputStream().write((code + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  private static PrintStream stream(Path file) throws IOException {
    return new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
  }

  private static String line(java.io.InputStream in) throws IOException {
    var bytes = new java.io.ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      bytes.write(next);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static List<String> parts(Path file) throws IOException {
    var text = Files.readString(file);
    return text.isEmpty()
        ? List.of()
        : List.of(text.substring(0, text.length() - 1).split("\0", -1));
  }

  private static Map<String, String> variables(Path file) throws IOException {
    var all = new HashMap<String, String>();
    for (var each : parts(file)) {
      int equals = each.indexOf('=');
      all.put(each.substring(0, equals), each.substring(equals + 1));
    }
    return all;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
