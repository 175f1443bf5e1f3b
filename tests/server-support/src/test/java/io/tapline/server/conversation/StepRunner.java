package io.tapline.server.conversation;

/** Carries out one kind of step. */
public interface StepRunner {

  /**
   * @param request the line without its first word, with variables filled in
   */
  StepAnswer run(String request, AnswerNormalizer normalizer) throws Exception;
}
