package io.tapline.server.conversation;

import java.util.List;
import java.util.function.Function;

/**
 * The result of one step.
 *
 * @param lines with all variable parts replaced
 * @param kept the original value at a place of the answer, for later steps; null for none
 */
public record StepAnswer(List<String> lines, Function<String, String> kept) {

  static final StepAnswer NOTHING = new StepAnswer(List.of(), where -> null);
}
