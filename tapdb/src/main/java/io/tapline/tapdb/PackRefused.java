package io.tapline.tapdb;

import java.util.List;
import java.util.stream.Collectors;

/** An invalid pack. None of it was written; the message contains file, path and reason. */
public final class PackRefused extends RuntimeException {

  /** Enough to repair a file; the output of a broken generator would otherwise fill the log. */
  private static final int MAX_SHOWN = 10;

  private final List<Problem> problems;

  PackRefused(String file, List<Problem> problems) {
    super(message(file, problems));
    this.problems = List.copyOf(problems);
  }

  public PackRefused(String file, String path, String reason) {
    this(file, List.of(new Problem(path, reason)));
  }

  /** One problem at one path of the file. */
  public record Problem(String path, String reason) {}

  public List<Problem> problems() {
    return problems;
  }

  private static String message(String file, List<Problem> problems) {
    var shown =
        problems.stream()
            .limit(MAX_SHOWN)
            .map(p -> file + ": " + p.path() + ": " + p.reason())
            .collect(Collectors.joining("\n"));
    int more = problems.size() - MAX_SHOWN;
    return more > 0 ? shown + "\n" + file + ": and " + more + " more" : shown;
  }
}
