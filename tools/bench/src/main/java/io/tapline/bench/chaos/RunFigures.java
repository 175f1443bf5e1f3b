package io.tapline.bench.chaos;

import io.tapline.bench.chaos.check.ChaosCheck;
import io.tapline.bench.chaos.check.RunEvidence;
import io.tapline.bench.chaos.log.LogLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The figures and verdicts of a run. */
final class RunFigures {

  private static final int SHOWN = 10;
  private static final int SHOWN_LENGTH = 600;

  private final Map<String, Object> figures = new LinkedHashMap<>();
  private final Map<String, Long> acknowledged = new TreeMap<>();
  private final Map<String, Long> refused = new TreeMap<>();
  private final Map<ChaosCheck, List<String>> verdicts = new LinkedHashMap<>();
  private final Map<FaultKind, Integer> faults;
  private long unavailable;
  private long lost;
  private long repeated;
  private long handled;

  RunFigures(
      ChaosOptions options,
      Duration took,
      Map<FaultKind, Integer> faults,
      int restarts,
      long messages,
      RunEvidence evidence) {
    this.faults = faults;
    Stream.of(ChaosCheck.values()).forEach(check -> verdicts.put(check, check.breaches(evidence)));
    count(evidence);
    var leases = evidence.leases();
    figures.put("minutes", "%.1f".formatted(took.toMillis() / 60_000.0));
    figures.put("seed", options.seed());
    figures.put("faults", faults.values().stream().mapToInt(Integer::intValue).sum());
    figures.put("kinds of fault", faults.size());
    figures.put("messages lost, doubled or held up", messages);
    figures.put("processes that ended by themselves and were started again", restarts);
    figures.put("subjects", evidence.subjects().size());
    figures.put("actions in the database", evidence.actions().size());
    figures.put("leases granted", leases.size());
    figures.put("leases lapsed", leases.stream().filter(l -> l.status().equals("EXPIRED")).count());
    figures.put("acknowledged requests", acknowledged.values().stream().mapToLong(n -> n).sum());
    figures.put("answers to a key that had one before", repeated);
    figures.put("answers 503", unavailable);
    figures.put("requests without an answer", lost);
    figures.put("leases given to handlers of the Java client", handled);
    figures.put("events read", eventsRead(evidence));
  }

  private void count(RunEvidence evidence) {
    var keys = new HashSet<String>();
    for (var line : evidence.lines()) {
      if (line.kind() == LogLine.Kind.LOST) {
        lost++;
      }
      if (line.kind() == LogLine.Kind.HANDLED) {
        handled++;
      }
      if (line.kind() != LogLine.Kind.GOT) {
        continue;
      }
      unavailable += line.status() == 503 ? 1 : 0;
      for (var item : line.items()) {
        if (item.code() != null) {
          refused.merge(item.code(), 1L, Long::sum);
        } else if (item.key() == null || keys.add(line.op() + item.key() + item.lease())) {
          acknowledged.merge(line.op(), 1L, Long::sum);
        } else {
          repeated++;
        }
      }
    }
  }

  private static long eventsRead(RunEvidence evidence) {
    return evidence.lines().stream()
        .filter(line -> line.kind() == LogLine.Kind.PAGE)
        .mapToLong(line -> line.items().size())
        .sum();
  }

  /** The number of occurrences of each fault. */
  Map<FaultKind, Integer> faults() {
    return faults;
  }

  boolean kept() {
    return verdicts.values().stream().allMatch(List::isEmpty);
  }

  /** The breaches that each check found. */
  Map<ChaosCheck, List<String>> verdicts() {
    return verdicts;
  }

  String text() {
    var lines = new ArrayList<String>();
    figures.forEach((name, value) -> lines.add("%-58s %s".formatted(name, value)));
    lines.add("");
    faults.forEach((kind, times) -> lines.add("%-58s %d".formatted(kind.words(), times)));
    lines.add("");
    lines.add("acknowledged: " + acknowledged);
    lines.add("refused: " + refused);
    lines.add("");
    verdicts.forEach((check, breaches) -> addVerdict(check, breaches, lines));
    return String.join(System.lineSeparator(), lines);
  }

  private static void addVerdict(ChaosCheck check, List<String> breaches, List<String> lines) {
    if (breaches.isEmpty()) {
      lines.add("ok      " + check.title());
      return;
    }
    lines.add("BROKEN  " + check.title() + ": " + breaches.size() + " times. " + check.sentence());
    breaches.stream()
        .limit(SHOWN)
        .map(text -> text.length() > SHOWN_LENGTH ? text.substring(0, SHOWN_LENGTH) + "…" : text)
        .forEach(text -> lines.add("          " + text));
  }
}
