package io.tapline.postgres;

/** Hears what becomes of a server process that was not stopped by its owner. */
public interface PostmasterListener {

  /** It has ended; it is about to be started again. */
  void ended();

  /** It answers again, on the same port. */
  void startedAgain();

  /** It ended, or could not be started, too often: nobody tries any more. */
  void givenUp(String why);
}
