package io.tapline.server;

/** The server's own PostgreSQL is gone for good; the message is for whoever reads the screen. */
final class DatabaseLost extends RuntimeException {

  DatabaseLost(String message) {
    super(message);
  }
}
