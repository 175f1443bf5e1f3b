package io.tapline.server.conversation;

import java.util.List;
import java.util.function.Function;

/**
 * What came of one step.
 *
 * @param lines with everything that varies replaced
 * @param kept what was really told at a place of the answer, for later steps; null for nothing
 */
public record StepAnswer(List<String> lines, Function<String, String> kept) {

  static final StepAnswer NOTHING = new StepAnswer(List.of(), where -> null);
}
