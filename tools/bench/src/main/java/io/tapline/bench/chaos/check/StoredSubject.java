package io.tapline.bench.chaos.check;

import java.util.Set;

/** A subject in the database at the end of the run. */
public record StoredSubject(String euid, String state) {

  private static final Set<String> TERMINAL = Set.of("COMPLETED", "FAILED_TERMINAL", "CANCELED");

  boolean ended() {
    return TERMINAL.contains(state);
  }
}
