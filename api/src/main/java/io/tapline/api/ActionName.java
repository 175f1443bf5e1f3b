package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonCreator;

/** The name of an action of the engine or of a pack. */
public sealed interface ActionName permits ActionKey, DomainKey {

  /** The name in evidence and on the wire: {@code create_extraction}. */
  String wire();

  /** The action in stored evidence; 0 for one of a pack, which is stored by its name. */
  int code();

  /** Whether the action leaves short-lived evidence only. */
  boolean pulse();

  /** Whether the feed contains the action. */
  default boolean fed() {
    return true;
  }

  @JsonCreator
  static ActionName of(String wire) {
    var own = ActionKey.find(wire);
    return own != null ? own : new DomainKey(wire);
  }
}
