package io.tapline.server.conversation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Carries out the steps of a chapter one after the other and compares each answer with the recorded
 * one, or, with {@code -Dtapline.record=true}, writes the chapter anew.
 */
public final class ConversationReplay {

  static final boolean RECORD = Boolean.getBoolean("tapline.record");

  /**
   * {@code $name} for what was kept, {@code $t+60} for a time, {@code $key} for a fresh idempotency
   * key, {@code $x3000} for so long a text.
   */
  private static final Pattern VARIABLE = Pattern.compile("\\$(t[+-][0-9]+|[a-z][a-z0-9_]*)");

  private final Map<String, StepRunner> runners;
  private final AnswerNormalizer normalizer;
  private final Map<String, String> known = new HashMap<>();
  private int keys;

  /**
   * @param runners by the first word of their steps
   */
  public ConversationReplay(Map<String, StepRunner> runners, AnswerNormalizer normalizer) {
    this.runners = runners;
    this.normalizer = normalizer;
  }

  /** Throws what is different, unless it records. */
  public void replay(ConversationChapter chapter) throws Exception {
    var answers = new ArrayList<List<String>>();
    var differences = new ArrayList<String>();
    for (var step : chapter.steps()) {
      var answer = answer(step);
      answers.add(answer);
      if (!answer.equals(step.answer())) {
        differences.add(
            chapter.name()
                + ", exchange "
                + step.number()
                + ": "
                + step.line()
                + "\n"
                + AnswerDiff.between(step.answer(), answer));
      }
    }
    if (RECORD) {
      chapter.write(answers);
    } else if (!differences.isEmpty()) {
      throw new AssertionError(
          differences.size()
              + " answers differ from "
              + chapter.file()
              + " (- recorded, + now); the first of them:\n\n"
              + String.join("\n", differences.subList(0, Math.min(5, differences.size())))
              + "\nIf that was asked for, run this test with -Dtapline.record=true and review the"
              + " file's diff.");
    }
  }

  private List<String> answer(ConversationChapter.Step step) throws Exception {
    var runner = runners.get(step.kind());
    if (runner == null) {
      throw new AssertionError("no step is called '" + step.kind() + "': " + step.line());
    }
    var answer = runner.run(filled(step.rest()), normalizer);
    for (var keep : step.keeps()) {
      var value = answer.kept().apply(keep.where());
      // Told at the step that uses it; answers must be recorded even if one lacks what it had.
      known.put(keep.name(), value == null ? "nothing-at-" + keep.where() : value);
    }
    return answer.lines();
  }

  private String filled(String line) {
    return VARIABLE
        .matcher(line)
        .replaceAll(found -> java.util.regex.Matcher.quoteReplacement(value(found.group(1))));
  }

  private String value(String name) {
    if (name.equals("key")) {
      return "key-" + ++keys;
    }
    if (name.matches("t[+-][0-9]+")) {
      return normalizer.time(Long.parseLong(name.substring(1).replace("+", "")));
    }
    if (name.matches("x[0-9]+")) {
      return "x".repeat(Integer.parseInt(name.substring(1)));
    }
    var value = known.get(name);
    if (value == null) {
      throw new AssertionError("no answer was kept as $" + name);
    }
    return value;
  }
}
