package io.tapline.bench.chaos.check;

import io.tapline.bench.chaos.log.LogLine;
import java.util.List;
import java.util.Set;

/** A server answers with a documented status whatever fails behind it. */
final class AnswersProper implements ChaosCheck {

  /** 200 is a success, 403 and 409 are refusals, 429 and 503 ask for a retry. */
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
