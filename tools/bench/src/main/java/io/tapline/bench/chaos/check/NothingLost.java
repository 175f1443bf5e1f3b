package io.tapline.bench.chaos.check;

import io.tapline.bench.chaos.log.LogItem;
import io.tapline.bench.chaos.log.LogLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Every acknowledged change is in the database at the end. */
final class NothingLost implements ChaosCheck {

  @Override
  public String name() {
    return "nothing acknowledged is lost";
  }

  @Override
  public String sentence() {
    return "Every action, subject and lease that an answer named is in the database at the end.";
  }

  @Override
  public List<String> breaches(RunEvidence evidence) {
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

    private final Map<String, StoredAction> actions;
    private final Map<String, StoredLease> leases;
    private final Map<String, StoredSubject> subjects;

    Stored(RunEvidence evidence) {
      actions = by(evidence.actions(), StoredAction::euid);
      leases = by(evidence.leases(), StoredLease::euid);
      subjects = by(evidence.subjects(), StoredSubject::euid);
    }

    private static <T> Map<String, T> by(List<T> all, Function<T, String> euid) {
      return all.stream().collect(Collectors.toMap(euid, Function.identity()));
    }

    String missing(String op, LogItem item) {
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
}
