package io.tapline.bench.chaos.check;

import io.tapline.bench.chaos.log.LogLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** A repeated request gets the answer of the first one. */
final class ReplaysEqual implements ChaosCheck {

  @Override
  public String name() {
    return "replays are equal";
  }

  @Override
  public String sentence() {
    return "All answers to one key are the same, value for value, but for the field `replayed`.";
  }

  private record First(String hash, String text) {}

  @Override
  public List<String> breaches(RunEvidence evidence) {
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
}
