package io.tapline.server.http;

/**
 * The format of an API's problems: the problem and its code in the form that its clients expect.
 */
public interface ProblemDialect {

  /** Types as names, and the statuses of the codes. */
  ProblemDialect OWN =
      new ProblemDialect() {
        @Override
        public int status(ProblemCode code) {
          return code.status();
        }

        @Override
        public Problem format(Problem problem) {
          return problem;
        }
      };

  /** The status of a code in this API. */
  int status(ProblemCode code);

  /** The problem in this format; its code is unchanged. */
  Problem format(Problem problem);
}
