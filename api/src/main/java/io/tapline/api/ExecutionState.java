package io.tapline.api;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The nine stored states of a job. Every other status is derived from them. */
public enum ExecutionState {
  PENDING('P'),
  READY('R'),
  RUNNING('N'),
  WAITING_EXTERNAL('W'),
  FAILED_RETRYABLE('T'),
  FAILED_TERMINAL('F'),
  HELD('H'),
  CANCELED('X'),
  COMPLETED('C');

  private static final Map<String, ExecutionState> BY_CODE =
      Stream.of(values())
          .collect(Collectors.toMap(state -> String.valueOf(state.code), state -> state));

  private final char code;

  ExecutionState(char code) {
    this.code = code;
  }

  /** The state in the store (V2__objects.sql, state_word). */
  public char code() {
    return code;
  }

  /** The code of a state as a value of a column; null without a state. */
  public static String codeOf(ExecutionState state) {
    return state == null ? null : String.valueOf(state.code);
  }

  /** The state with this code; null without a code. */
  public static ExecutionState ofCode(String code) {
    if (code != null && !BY_CODE.containsKey(code)) {
      throw new IllegalArgumentException("no state has the code " + code);
    }
    return code == null ? null : BY_CODE.get(code);
  }

  public boolean terminal() {
    return this == FAILED_TERMINAL || this == CANCELED || this == COMPLETED;
  }

  /** A state from which a worker may claim. */
  public boolean claimable() {
    return this == READY || this == FAILED_RETRYABLE;
  }
}
