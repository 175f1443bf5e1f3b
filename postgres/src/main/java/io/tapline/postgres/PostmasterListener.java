package io.tapline.postgres;

/** Receives the events of a server process that its owner did not stop. */
public interface PostmasterListener {

  /** The process has ended and will be restarted. */
  void ended();

  /** The server answers again, on the same port. */
  void startedAgain();

  /** The process ended or failed to start too often and is not restarted. */
  void givenUp(String why);
}
