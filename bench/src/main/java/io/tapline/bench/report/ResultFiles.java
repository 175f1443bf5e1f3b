package io.tapline.bench.report;

import io.tapline.tapdb.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files that a run leaves its figures and its chart in. They are written again whenever there
 * is more, so that a run that is cut off leaves what it had.
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

  /** Without a chart. */
  public void save(Object figures) {
    try {
      Files.createDirectories(folder);
      Files.writeString(figures(), Json.tree(figures).toPrettyString() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void tell(PrintStream out) {
    out.println("saved " + figures() + (Files.exists(chart()) ? " and " + chart() : ""));
  }

  private Path figures() {
    return folder.resolve(name + ".json");
  }

  private Path chart() {
    return folder.resolve(name + ".svg");
  }
}
