package io.tapline.bench.chaos.check;

import io.tapline.bench.chaos.log.LogLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The guarantees, in the order of the report, each checked from outside. */
public enum ChaosCheck {
  /** Every acknowledged change is in the database at the end. */
  NOTHING_LOST(
      "nothing acknowledged is lost",
      "Every action, subject and lease that an answer named is in the database at the end.",
      ChaosCheck::lost),

  /** A request is executed once, however often it arrives. */
  NOTHING_DOUBLED(
      "nothing is done twice",
      "One key is one action (a claim of many: one for each place), a lease ends once, and no"
          + " handler is given the same lease twice.",
      ChaosCheck::doubled),

  /**
   * No subject has two leases at one time, by the clock of the database and by the clocks of the
   * clients.
   */
  NO_LEASE_OVERLAP(
      "no lease overlaps another",
      "A subject's leases follow each other in the order of their tokens, by the database's"
          + " clock and by what their holders saw.",
      ChaosCheck::overlaps),

  /** A repeated request gets the answer of the first one. */
  REPLAYS_EQUAL(
      "replays are equal",
      "All answers to one key are the same, value for value, but for the field `replayed`.",
      ChaosCheck::unequalReplays),

  /** All work ends when the faults are over. */
  NOTHING_STUCK(
      "nothing is stuck",
      "After the last fault every subject comes to a terminal state, and no lease stays"
          + " ACTIVE.",
      ChaosCheck::stuck),

  /** A consumer that uses its cursor reads the whole feed, in order. */
  FEED_COMPLETE(
      "the feed is complete and in order",
      "A consumer that kept its cursor has read every event in the database and no other, in"
          + " the feed's order, each subject's by revision.",
      ChaosCheck::wrongFeed),

  /** A server answers with a documented status for every fault behind it. */
  ANSWERS_PROPER(
      "no 5xx but 503",
      "Every answer is 200, a refusal (403, 409), or \"later\" (429, 503); proper requests are"
          + " never 4xx otherwise, and nothing is a 500, 502 or 504.",
      ChaosCheck::improperAnswers),

  /** The invariants of the store hold. */
  STORE_WHOLE(
      "the store is whole",
      "The checker of invariants finds nothing: attempts counted right, evidence linked,"
          + " states and leases in step.",
      RunEvidence::violations);

  private static final Set<String> ENDINGS =
      Set.of(
          "complete_queue_execution",
          "fail_queue_execution",
          "release_queue_lease",
          "expire_queue_lease");

  /** 200 is a success, 403 and 409 are refusals, 429 and 503 ask for a retry. */
  private static final Set<Integer> PROPER = Set.of(200, 403, 409, 429, 503);

  private final String title;
  private final String sentence;
  private final Function<RunEvidence, List<String>> breaches;

  ChaosCheck(String title, String sentence, Function<RunEvidence, List<String>> breaches) {
    this.title = title;
    this.sentence = sentence;
    this.breaches = breaches;
  }

  public String title() {
    return title;
  }

  /** The guarantee, in a sentence. */
  public String sentence() {
    return sentence;
  }

  /** One sentence per breach; empty when the guarantee holds. */
  public List<String> breaches(RunEvidence evidence) {
    return breaches.apply(evidence);
  }

  private static List<String> lost(RunEvidence evidence) {
    var stored = new Stored(evidence);
    var breaches = new ArrayList<String>();
    for (var line : evidence.lines()) {
      boolean acknowledged = line.kind() == LogLine.Kind.GOT && line.status() == 200;
      if (acknowledged || line.kind() == LogLine.Kind.HANDLED) {
        for (var item : line.items()) {
          var breach = item.code() == null ? stored.missing(line.op(), item) : null;
          if (breach != null) {
            breaches.add(line.who() + " " + line.op() + " " + item.key() + ": " + breach);
          }
        }
      }
    }
    return breaches;
  }

  private static final class Stored {

    private final Map<String, RunEvidence.Action> actions;
    private final Map<String, RunEvidence.Lease> leases;
    private final Map<String, RunEvidence.Subject> subjects;

    Stored(RunEvidence evidence) {
      actions = by(evidence.actions(), RunEvidence.Action::euid);
      leases = by(evidence.leases(), RunEvidence.Lease::euid);
      subjects = by(evidence.subjects(), RunEvidence.Subject::euid);
    }

    private static <T> Map<String, T> by(List<T> all, Function<T, String> euid) {
      return all.stream().collect(Collectors.toMap(euid, Function.identity()));
    }

    String missing(String op, LogLine.Item item) {
      if (item.subject() != null && !subjects.containsKey(item.subject())) {
        return "there is no subject " + item.subject();
      }
      if (op.equals("claim") || op.equals("handler")) {
        var lease = leases.get(item.lease());
        return lease == null || lease.fence() != item.fence()
            ? "there is no lease " + item.lease() + " with token " + item.fence()
            : null;
      }
      if (item.action() == null) {
        return null;
      }
      var action = actions.get(item.action());
      return action == null
          ? "there is no action " + item.action()
          : item.key() != null && !item.key().equals(action.idempotencyKey())
              ? "action " + item.action() + " has the key " + action.idempotencyKey()
              : null;
    }
  }

  private static List<String> doubled(RunEvidence evidence) {
    var keys = new HashMap<String, String>();
    var ended = new HashMap<Long, String>();
    var breaches = new ArrayList<String>();
    for (var action : evidence.actions()) {
      if (action.idempotencyKey() != null) {
        // Only requests of clients have a key; actions of the server itself have none.
        var key = action.actionKey() + " " + action.idempotencyKey() + " " + action.ordinal();
        var first = keys.putIfAbsent(key, action.euid());
        if (first != null) {
          breaches.add(key + " is both " + first + " and " + action.euid());
        }
      }
      if (action.leaseUid() != 0 && ENDINGS.contains(action.actionKey())) {
        var first = ended.putIfAbsent(action.leaseUid(), action.euid());
        if (first != null) {
          breaches.add(
              "lease " + action.leaseUid() + " was ended by " + first + " and " + action.euid());
        }
      }
    }
    breaches.addAll(handledTwice(evidence));
    return breaches;
  }

  private static List<String> handledTwice(RunEvidence evidence) {
    var handled = new HashSet<String>();
    return evidence.lines().stream()
        .filter(line -> line.kind() == LogLine.Kind.HANDLED)
        .map(line -> line.items().get(0).lease())
        .filter(lease -> !handled.add(lease))
        .map(lease -> "a handler was given lease " + lease + " twice")
        .toList();
  }

  private static List<String> overlaps(RunEvidence evidence) {
    var breaches = new ArrayList<>(byDatabase(evidence));
    breaches.addAll(byClients(evidence));
    return breaches;
  }

  private static List<String> byDatabase(RunEvidence evidence) {
    var sorted = new ArrayList<>(evidence.leases());
    sorted.sort(Comparator.comparingLong(RunEvidence.Lease::fence));
    var last = new HashMap<String, RunEvidence.Lease>();
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
    subjects.forEach((subject, held) -> addOverlaps(subject, held, breaches));
    return breaches;
  }

  private static void addOverlaps(String subject, Map<Long, Held> held, List<String> breaches) {
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

  private record First(String hash, String text) {}

  private static List<String> unequalReplays(RunEvidence evidence) {
    var answers = new HashMap<String, First>();
    var breaches = new ArrayList<String>();
    for (var line : evidence.lines()) {
      if (line.kind() != LogLine.Kind.GOT || line.status() != 200) {
        continue;
      }
      for (var item : line.items()) {
        if (item.key() != null && item.hash() != null) {
          var now = new First(item.hash(), line.text());
          var first = answers.putIfAbsent(line.op() + " " + item.key(), now);
          if (first != null && !first.hash().equals(now.hash())) {
            breaches.add(
                line.op() + " " + item.key() + ": first " + first.text() + ", then " + now.text());
          }
        }
      }
    }
    return breaches;
  }

  private static List<String> stuck(RunEvidence evidence) {
    var breaches = new ArrayList<String>();
    evidence.subjects().stream()
        .filter(subject -> !subject.ended())
        .forEach(subject -> breaches.add(subject.euid() + " is still " + subject.state()));
    evidence.leases().stream()
        .filter(lease -> lease.status().equals("ACTIVE"))
        .forEach(lease -> breaches.add("lease " + lease.euid() + " is still ACTIVE"));
    return breaches;
  }

  private static List<String> wrongFeed(RunEvidence evidence) {
    var breaches = new ArrayList<String>();
    var read = read(evidence, breaches);
    var stored = new LinkedHashSet<String>();
    for (var action : evidence.actions()) {
      for (int i = 0; i < action.events(); i++) {
        stored.add(action.euid() + "." + i);
      }
    }
    stored.stream()
        .filter(id -> !read.contains(id))
        .forEach(id -> breaches.add("event " + id + " was never read"));
    read.stream()
        .filter(id -> !stored.contains(id))
        .forEach(id -> breaches.add("event " + id + " was read and is not in the database"));
    if (breaches.isEmpty()) {
      compareOrder(new ArrayList<>(stored), new ArrayList<>(read), breaches);
    }
    return breaches;
  }

  /** The events in the order of their first reading; a killed consumer reads a page again. */
  private static LinkedHashSet<String> read(RunEvidence evidence, List<String> breaches) {
    var read = new LinkedHashSet<String>();
    var revisions = new HashMap<String, Long>();
    for (var line : evidence.lines()) {
      if (line.kind() != LogLine.Kind.PAGE) {
        continue;
      }
      var page = new HashSet<String>();
      for (var event : line.items()) {
        if (!page.add(event.key())) {
          breaches.add("event " + event.key() + " is twice on one page");
        }
        if (read.add(event.key()) && event.subject() != null && event.fence() > 0) {
          var before = revisions.put(event.subject(), event.fence());
          if (before != null && before > event.fence()) {
            breaches.add(
                "event %s of %s has revision %d after revision %d"
                    .formatted(event.key(), event.subject(), event.fence(), before));
          }
        }
      }
    }
    return read;
  }

  private static void compareOrder(List<String> stored, List<String> read, List<String> breaches) {
    for (int i = 0; i < stored.size(); i++) {
      if (!stored.get(i).equals(read.get(i))) {
        breaches.add(
            "event %d of the feed is %s, and %s was read in its place"
                .formatted(i + 1, stored.get(i), read.get(i)));
        return;
      }
    }
  }

  private static List<String> improperAnswers(RunEvidence evidence) {
    return evidence.lines().stream()
        .filter(line -> line.kind() == LogLine.Kind.GOT && !PROPER.contains(line.status()))
        .map(line -> line.who() + " " + line.op() + ": " + line.status() + " " + line.text())
        .toList();
  }
}
