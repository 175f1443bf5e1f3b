package io.tapline.bench.chaos.check;

import io.tapline.bench.chaos.log.LogLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * No subject has two leases at one time, by the clock of the database and by the clocks of the
 * clients.
 */
final class NoLeaseOverlap implements ChaosCheck {

  @Override
  public String name() {
    return "no lease overlaps another";
  }

  @Override
  public String sentence() {
    return "A subject's leases follow each other in the order of their tokens, by the database's"
        + " clock and by what their holders saw.";
  }

  @Override
  public List<String> breaches(RunEvidence evidence) {
    var breaches = new ArrayList<>(byDatabase(evidence));
    breaches.addAll(byClients(evidence));
    return breaches;
  }

  private static List<String> byDatabase(RunEvidence evidence) {
    var sorted = new ArrayList<>(evidence.leases());
    sorted.sort(Comparator.comparingLong(StoredLease::fence));
    var last = new HashMap<String, StoredLease>();
    var breaches = new ArrayList<String>();
    for (var lease : sorted) {
      var before = last.put(lease.subject(), lease);
      // After a backward clock change, timestamps may be earlier by at most that amount.
      if (before != null && lease.from().plus(evidence.clockMovedBack()).isBefore(before.to())) {
        breaches.add(
            "%s of %s was claimed at %s, before %s ended at %s"
                .formatted(
                    lease.euid(), lease.subject(), lease.from(), before.euid(), before.to()));
      }
    }
    return breaches;
  }

  /** The interval in which a client certainly had the lease. */
  private static final class Held {

    private long from = Long.MAX_VALUE;
    private long to = Long.MIN_VALUE;
  }

  /**
   * A client certainly has its lease from the answer of the claim until it first sends a later verb
   * that succeeds.
   */
  private static List<String> byClients(RunEvidence evidence) {
    Map<String, Long> sent = new HashMap<>();
    Map<String, Map<Long, Held>> subjects = new HashMap<>();
    Map<String, Long> fences = new HashMap<>();
    evidence.leases().forEach(lease -> fences.put(lease.euid(), lease.fence()));
    for (var line : evidence.lines()) {
      for (var item : line.items()) {
        if (line.kind() == LogLine.Kind.SENT && item.key() != null) {
          sent.merge(item.key(), line.at(), Math::min);
        } else if (line.kind() == LogLine.Kind.GOT
            && line.status() == 200
            && item.code() == null
            && item.key() != null
            && fences.containsKey(item.lease())) {
          var held =
              subjects
                  .computeIfAbsent(item.subject(), unused -> new TreeMap<>())
                  .computeIfAbsent(fences.get(item.lease()), unused -> new Held());
          if (line.op().equals("claim")) {
            held.from = Math.min(held.from, line.at());
          } else if (line.op().equals("renew-lease")
              || line.op().equals("complete")
              || line.op().equals("fail")
              || line.op().equals("release-lease")) {
            held.to = Math.max(held.to, sent.getOrDefault(item.key(), line.at()));
          }
        }
      }
    }
    var breaches = new ArrayList<String>();
    subjects.forEach((subject, held) -> overlaps(subject, held, breaches));
    return breaches;
  }

  private static void overlaps(String subject, Map<Long, Held> held, List<String> breaches) {
    long latest = Long.MIN_VALUE;
    long of = 0;
    for (var one : held.entrySet()) {
      if (one.getValue().from < latest) {
        breaches.add(
            "%s: token %d was handed out %d ms before %d did its last"
                .formatted(subject, one.getKey(), (latest - one.getValue().from) / 1_000_000, of));
      }
      if (one.getValue().to > latest) {
        latest = one.getValue().to;
        of = one.getKey();
      }
    }
  }
}
