package io.tapline.bench.chaos.check;

import io.tapline.bench.chaos.log.LogLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A request is executed once, however often it arrives. */
final class NothingDoubled implements ChaosCheck {

  private static final Set<String> ENDINGS =
      Set.of(
          "complete_queue_execution",
          "fail_queue_execution",
          "release_queue_lease",
          "expire_queue_lease");

  @Override
  public String name() {
    return "nothing is done twice";
  }

  @Override
  public String sentence() {
    return "One key is one action (a claim of many: one for each place), a lease ends once, and no"
        + " handler is given the same lease twice.";
  }

  @Override
  public List<String> breaches(RunEvidence evidence) {
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
}
