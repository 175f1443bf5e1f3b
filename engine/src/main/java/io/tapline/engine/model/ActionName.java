package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonCreator;

/** What was done, by name: an action of the engine's own, or one that a pack brings. */
public sealed interface ActionName permits ActionKey, DomainKey {

  /** As it stands in evidence and on the wire: {@code create_extraction}. */
  String wire();

  /** Whether it leaves short-lived evidence only. */
  boolean pulse();

  /** Whether it has a place in the feed. */
  default boolean fed() {
    return true;
  }

  @JsonCreator
  static ActionName of(String wire) {
    var own = ActionKey.find(wire);
    return own != null ? own : new DomainKey(wire);
  }
}
