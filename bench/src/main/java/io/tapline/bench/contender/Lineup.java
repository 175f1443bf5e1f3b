package io.tapline.bench.contender;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Who takes part, and who cannot.
 *
 * @param ours whom the others are compared with
 */
public record Lineup(Contender.Entry ours, List<Contender.Entry> entries, List<Absent> absent) {

  /** Someone who should be here, and why they are not. */
  public record Absent(String name, String reason) {

    @Override
    public String toString() {
      return name + ": not measured, " + reason;
    }
  }

  /** Ours and the one peer that is quickest to set up. */
  public static Lineup pair(Contender.Entry ours) {
    return new Lineup(ours, List.of(ours, DbSchedulerContender.LOCK_AND_FETCH), List.of());
  }

  /** Ours and the libraries that run in this JVM. */
  public static Lineup inProcess(Contender.Entry ours) {
    return new Lineup(
        ours,
        List.of(
            ours,
            DbSchedulerContender.LOCK_AND_FETCH,
            DbSchedulerContender.FETCH,
            JobRunrContender.ENTRY,
            QuartzContender.ENTRY),
        List.of());
  }

  /** The same, and another one right after ours. */
  public Lineup and(Contender.Entry entry) {
    var all = new ArrayList<>(entries);
    all.add(1, entry);
    return new Lineup(ours, List.copyOf(all), absent);
  }

  /** Ours and these. */
  public Lineup only(List<String> peers) {
    return new Lineup(
        ours,
        entries.stream().filter(e -> e.equals(ours) || peers.contains(e.name())).toList(),
        absent.stream().filter(missing -> peers.contains(missing.name())).toList());
  }

  /** Everyone but us, absent or not. */
  public List<String> peers() {
    return Stream.concat(
            entries.stream().filter(entry -> !entry.equals(ours)).map(Contender.Entry::name),
            absent.stream().map(Absent::name))
        .toList();
  }

  public Lineup without(Contender.Entry entry, String reason) {
    var left = new ArrayList<>(entries);
    left.remove(entry);
    var missing = new ArrayList<>(absent);
    missing.add(new Absent(entry.name(), reason));
    return new Lineup(ours, List.copyOf(left), List.copyOf(missing));
  }

  /** All of them; the Node.js libraries are installed if they have to be. */
  public static Lineup all(Contender.Entry ours, NodeFolder node, PrintStream out) {
    var inProcess = inProcess(ours);
    var entries = new ArrayList<>(inProcess.entries());
    var absent = new ArrayList<Absent>();
    try {
      node.install(out);
      entries.addAll(NodePeer.all(node));
    } catch (NodeFolder.Missing e) {
      NodePeer.all(node).forEach(peer -> absent.add(new Absent(peer.name(), e.getMessage())));
    }
    return new Lineup(ours, List.copyOf(entries), List.copyOf(absent));
  }
}
