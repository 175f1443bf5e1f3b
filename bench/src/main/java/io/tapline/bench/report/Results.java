package io.tapline.bench.report;

import io.tapline.tapdb.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder that a run leaves its figures and its chart in. */
public record Results(Path folder) {

  public void save(String name, Object figures, String svg, PrintStream out) throws IOException {
    Files.createDirectories(folder);
    write(name + ".json", Json.tree(figures).toPrettyString() + "\n", out);
    write(name + ".svg", svg, out);
  }

  private void write(String name, String text, PrintStream out) throws IOException {
    var file = folder.resolve(name);
    Files.writeString(file, text);
    out.println("saved " + file);
  }
}
