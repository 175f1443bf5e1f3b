package io.tapline.server;

/** The embedded PostgreSQL cannot be restarted; the message is shown to the operator. */
final class DatabaseLost extends RuntimeException {

  DatabaseLost(String message) {
    super(message);
  }
}
