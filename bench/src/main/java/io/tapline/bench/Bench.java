package io.tapline.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.NoSuchElementException;

/** {@code ./tapline bench small [--jobs N] [--rounds N] [--threads N] [--save]}. */
public final class Bench {

  private static final Path SAVED = Path.of("bench", "results", "peers-small.json");
  private static final int MAX_WARM_UP = 5_000;

  private static final String USAGE =
      "usage: ./tapline bench small [--jobs N] [--rounds N] [--threads N] [--save]";

  private Bench() {}

  public static void main(String[] arguments) throws IOException {
    int jobs = 20_000;
    int rounds = 3;
    int threads = 2;
    boolean save = false;
    try {
      var left = new ArrayDeque<>(List.of(arguments));
      if (!left.pop().equals("small")) {
        throw new IllegalArgumentException("the only run is 'small'");
      }
      while (!left.isEmpty()) {
        var option = left.pop();
        switch (option) {
          case "--jobs" -> jobs = positive(left.pop());
          case "--rounds" -> rounds = positive(left.pop());
          case "--threads" -> threads = positive(left.pop());
          case "--save" -> save = true;
          default -> throw new IllegalArgumentException("no option " + option);
        }
      }
    } catch (IllegalArgumentException | NoSuchElementException e) {
      System.err.println(
          e.getMessage() == null ? USAGE : "bench: " + e.getMessage() + "\n" + USAGE);
      System.exit(2);
    }
    var report = new Small(jobs, rounds, threads, Math.min(jobs, MAX_WARM_UP)).run(System.out);
    System.out.println();
    System.out.println(report.table());
    if (save) {
      Files.createDirectories(SAVED.getParent());
      Files.writeString(SAVED, report.json());
      System.out.println("saved to " + SAVED);
    }
  }

  private static int positive(String text) {
    int number = Integer.parseInt(text);
    if (number < 1) {
      throw new IllegalArgumentException(text + " is not positive");
    }
    return number;
  }
}
