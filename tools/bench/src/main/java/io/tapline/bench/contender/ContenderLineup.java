package io.tapline.bench.contender;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The contenders of a case, and those that cannot take part.
 *
 * @param ours the reference of the comparison
 */
public record ContenderLineup(
    Contender.Entry ours, List<Contender.Entry> entries, List<Absent> absent) {

  /** A contender that cannot take part, and the reason. */
  public record Absent(String name, String reason) {

    @Override
    public String toString() {
      return name + ": not measured, " + reason;
    }
  }

  /** The first contender is ours. */
  public static ContenderLineup of(Contender.Entry ours, Contender.Entry... others) {
    var entries = Stream.concat(Stream.of(ours), Stream.of(others)).toList();
    return new ContenderLineup(ours, entries, List.of());
  }

  /**
   * Contenders whose workers take one job at a time, each with this number of workers; without
   * Node.js.
   */
  public static ContenderLineup single(int workers) {
    return of(
        new TaplineContender.InProcess(workers, 1),
        new TaplineContender.OverHttp(workers, 1),
        new TaplineWorkerContender.Terms(workers),
        DbSchedulerContender.fetch(workers),
        DbSchedulerContender.lockAndFetch(workers),
        JobRunrContender.of(workers));
  }

  /** Contenders with their fastest settings, ours in batches; without Node.js. */
  public static ContenderLineup batch(int threads, int batch) {
    return of(
        new TaplineContender.InProcess(threads, batch),
        new TaplineContender.OverHttp(threads, batch),
        DbSchedulerContender.LOCK_AND_FETCH,
        DbSchedulerContender.FETCH,
        JobRunrContender.ENTRY,
        QuartzContender.ENTRY);
  }

  /**
   * Adds contenders.
   *
   * @param missing the reason why they cannot take part, if any
   */
  public ContenderLineup and(List<? extends Contender.Entry> peers, Optional<String> missing) {
    var all = new ArrayList<>(entries);
    var out = new ArrayList<>(absent);
    missing.ifPresentOrElse(
        why -> peers.forEach(peer -> out.add(new Absent(peer.name(), why))),
        () -> all.addAll(peers));
    return new ContenderLineup(ours, List.copyOf(all), List.copyOf(out));
  }

  /** Keeps our contender and the named ones. */
  public ContenderLineup only(List<String> peers) {
    return new ContenderLineup(
        ours,
        entries.stream().filter(e -> e.equals(ours) || peers.contains(e.name())).toList(),
        absent.stream().filter(missing -> peers.contains(missing.name())).toList());
  }

  /** The names of all contenders except ours, absent or not. */
  public List<String> peers() {
    return Stream.concat(
            entries.stream().filter(entry -> !entry.equals(ours)).map(Contender.Entry::name),
            absent.stream().map(Absent::name))
        .toList();
  }

  public ContenderLineup without(Contender.Entry entry, String reason) {
    var left = new ArrayList<>(entries);
    left.remove(entry);
    var missing = new ArrayList<>(absent);
    missing.add(new Absent(entry.name(), reason));
    return new ContenderLineup(ours, List.copyOf(left), List.copyOf(missing));
  }
}
