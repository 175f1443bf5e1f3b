package io.tapline.bench.chaos.check;

import io.tapline.bench.chaos.log.LogLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;

/** A consumer that uses its cursor reads the whole feed, in order. */
final class FeedComplete implements ChaosCheck {

  @Override
  public String name() {
    return "the feed is complete and in order";
  }

  @Override
  public String sentence() {
    return "A consumer that kept its cursor has read every event in the database and no other, in"
        + " the feed's order, each subject's by revision.";
  }

  @Override
  public List<String> breaches(RunEvidence evidence) {
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
}
