package io.tapline.engine.model;

import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/**
 * An action as bytes that do not depend on how it is stored, so that a hash of them proves what was
 * said: one JSON object in UTF-8, without space, with the names of each object in order. It has
 * every field of {@link ActionNote} that is not null, {@code action_euid} and {@code at}. A field
 * that is added later stands only in actions that have it, so the bytes of older ones stay the
 * same.
 */
public final class CanonicalAction {

  private CanonicalAction() {}

  /**
   * @param at when it was done, as the database has it: to the microsecond
   */
  public static byte[] bytes(String actionEuid, Instant at, ActionNote note) {
    var action = (ObjectNode) Json.sparseTree(note);
    // The first of several has no place in the row's document, and neither has an only one.
    if (note.ordinal() != null && note.ordinal() == 0) {
      action.remove("ordinal");
    }
    action.put("action_euid", actionEuid);
    action.set("at", Json.tree(at));
    return Json.canonical(action).getBytes(StandardCharsets.UTF_8);
  }
}
