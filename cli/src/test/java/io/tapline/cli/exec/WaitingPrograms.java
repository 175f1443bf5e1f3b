package io.tapline.cli.exec;

import io.tapline.engine.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Programs that wait until the test lets them go on, and leave traces. */
final class WaitingPrograms {

  private final Path folder;

  WaitingPrograms(Path folder) {
    this.folder = folder;
  }

  /** Says that it has begun, waits for {@link #go}, and prints a result. */
  String waiting(String name) {
    return ("echo $$ >> %1$s.begun; while [ ! -e %1$s.go ]; do sleep 0.02; done;"
            + " echo \"{\\\"attempt\\\": $TAPLINE_ATTEMPT}\"")
        .formatted(folder.resolve(name));
  }

  /** Lets those that wait, and those to come, go on. */
  void go(String name) {
    write(name + ".go");
  }

  private void write(String file) {
    try {
      Files.writeString(folder.resolve(file), "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The processes that have begun so far. */
  List<ProcessHandle> begun(String name) {
    var file = folder.resolve(name + ".begun");
    try {
      return Files.exists(file)
          ? Files.readAllLines(file).stream()
              .map(line -> ProcessHandle.of(Long.parseLong(line.strip())))
              .flatMap(java.util.Optional::stream)
              .toList()
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int count(String name) {
    var file = folder.resolve(name + ".begun");
    try {
      return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void awaitBegun(String name, int times) {
    Await.until(name + " has begun " + times + " times", () -> count(name) >= times);
  }
}
