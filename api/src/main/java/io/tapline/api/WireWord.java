package io.tapline.api;

/** A constant of an enumeration whose name on the wire is not its name in Java. */
public interface WireWord {

  String wire();

  /** Another name that requests may use. */
  default String alias() {
    return wire();
  }
}
