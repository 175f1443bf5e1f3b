package io.tapline.server;

/** The server's own PostgreSQL is gone for good; the message is shown to the operator. */
final class DatabaseLost extends RuntimeException {

  DatabaseLost(String message) {
    super(message);
  }
}
