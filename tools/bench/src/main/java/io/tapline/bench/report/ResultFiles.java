package io.tapline.bench.report;

import io.tapline.tapdb.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files of the figures and the chart of a run. They are rewritten after each new result, so
 * that an interrupted run keeps its results.
 */
public record ResultFiles(Path folder, String name) {

  public void save(Object figures, String svg) {
    save(figures);
    try {
      Files.writeString(chart(), svg);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Saves figures without a chart. */
  public void save(Object figures) {
    try {
      Files.createDirectories(folder);
      Files.writeString(figures(), Json.tree(figures).toPrettyString() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void printPaths(PrintStream out) {
    out.println("saved " + figures() + (Files.exists(chart()) ? " and " + chart() : ""));
  }

  private Path figures() {
    return folder.resolve(name + ".json");
  }

  private Path chart() {
    return folder.resolve(name + ".svg");
  }
}
