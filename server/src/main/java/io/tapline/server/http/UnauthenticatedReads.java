package io.tapline.server.http;

import java.util.concurrent.Semaphore;
import org.springframework.stereotype.Component;

/**
 * The threads that may wait for bytes of clients who have not proved who they are: the bodies of
 * open endpoints, and what is left of bodies that were refused. On platform threads, 200 slow
 * senders without a token would otherwise occupy every thread of the server.
 */
@Component
public class UnauthenticatedReads {

  /** A quarter of Tomcat's 200 threads. */
  static final int MOST = 50;

  private final Semaphore seats = new Semaphore(MOST);

  /** Whether there is a free place; the caller gives it back with {@link #leave}. */
  boolean enter() {
    return seats.tryAcquire();
  }

  void leave() {
    seats.release();
  }
}
