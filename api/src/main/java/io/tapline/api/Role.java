package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The rights of a principal in a tenant. */
public enum Role implements WireWord {
  WORKER_SERVICE('S'),
  WORKER_HUMAN('H'),
  OPERATOR('O'),
  ADMIN('A');

  private final String wire = name().toLowerCase(Locale.ROOT);
  private final char code;

  Role(char code) {
    this.code = code;
  }

  /** The role in stored evidence (V2__objects.sql, role_word). */
  public char code() {
    return code;
  }

  /** The name on the wire: {@code worker_service}. */
  @Override
  @JsonValue
  public String wire() {
    return wire;
  }

  public static Optional<Role> find(String wire) {
    return Stream.of(values()).filter(role -> role.wire.equals(wire)).findFirst();
  }

  @JsonCreator
  static Role of(String wire) {
    return find(wire).orElseThrow(() -> new IllegalArgumentException("no role " + wire));
  }
}
