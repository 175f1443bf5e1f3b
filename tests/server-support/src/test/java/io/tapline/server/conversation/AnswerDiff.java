package io.tapline.server.conversation;

import java.util.ArrayList;
import java.util.List;

/** A small diff of two answers, with a line or two around what differs. */
final class AnswerDiff {

  private static final int AROUND = 2;

  private AnswerDiff() {}

  static String between(List<String> recorded, List<String> now) {
    int head = 0;
    while (head < recorded.size()
        && head < now.size()
        && recorded.get(head).equals(now.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < recorded.size() - head
        && tail < now.size() - head
        && recorded.get(recorded.size() - 1 - tail).equals(now.get(now.size() - 1 - tail))) {
      tail++;
    }
    var lines = new ArrayList<String>();
    recorded.subList(Math.max(0, head - AROUND), head).forEach(line -> lines.add("    " + line));
    recorded.subList(head, recorded.size() - tail).forEach(line -> lines.add("  - " + line));
    now.subList(head, now.size() - tail).forEach(line -> lines.add("  + " + line));
    now.subList(now.size() - tail, Math.min(now.size(), now.size() - tail + AROUND))
        .forEach(line -> lines.add("    " + line));
    return String.join("\n", lines) + "\n";
  }
}
