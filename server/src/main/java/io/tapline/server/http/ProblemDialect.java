package io.tapline.server.http;

/**
 * How a door words its problems: one problem with one code, in the form that the door's own clients
 * know.
 */
public interface ProblemDialect {

  /** Types as names, statuses as the codes have them. */
  ProblemDialect OWN =
      new ProblemDialect() {
        @Override
        public int status(ProblemCode code) {
          return code.status();
        }

        @Override
        public Problem say(Problem problem) {
          return problem;
        }
      };

  /** The status that a code has at this door. */
  int status(ProblemCode code);

  /** The same problem, its code kept. */
  Problem say(Problem problem);
}
