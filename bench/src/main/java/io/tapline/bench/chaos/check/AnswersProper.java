package io.tapline.bench.chaos.check;

import io.tapline.bench.chaos.log.LogLine;
import java.util.List;
import java.util.Set;

/** Whatever breaks behind a server, its clients hear what to do. */
final class AnswersProper implements ChaosCheck {

  /** Done; refused for what the work is in; too many; not now. */
  private static final Set<Integer> PROPER = Set.of(200, 403, 409, 429, 503);

  @Override
  public String name() {
    return "no 5xx but 503";
  }

  @Override
  public String sentence() {
    return "Every answer is 200, a refusal (403, 409), or \"later\" (429, 503); proper requests are"
        + " never 4xx otherwise, and nothing is a 500, 502 or 504.";
  }

  @Override
  public List<String> breaches(RunEvidence evidence) {
    return evidence.lines().stream()
        .filter(line -> line.kind() == LogLine.Kind.GOT && !PROPER.contains(line.status()))
        .map(line -> line.who() + " " + line.op() + ": " + line.status() + " " + line.text())
        .toList();
  }
}
