package io.tapline.tapdb;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A pack that is wrong. Nothing of it was written; the message says where to look: file, path,
 * reason.
 */
public final class PackRefused extends RuntimeException {

  /** Enough to mend a file by; a broken generator would otherwise fill the log. */
  private static final int MAX_SHOWN = 10;

  private final List<Problem> problems;

  PackRefused(String file, List<Problem> problems) {
    super(message(file, problems));
    this.problems = List.copyOf(problems);
  }

  public PackRefused(String file, String path, String reason) {
    this(file, List.of(new Problem(path, reason)));
  }

  /** One thing that is wrong, at one place in the file. */
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
