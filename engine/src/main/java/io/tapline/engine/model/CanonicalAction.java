package io.tapline.engine.model;

import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/**
 * An action as bytes that do not depend on its storage format, so that a hash proves its content:
 * one JSON object in UTF-8, without spaces, with sorted names. It contains every field of {@link
 * ActionNote} that is not null, {@code action_euid} and {@code at}. A field added later appears
 * only in actions that have it, so the bytes of older actions do not change.
 */
public final class CanonicalAction {

  private CanonicalAction() {}

  /**
   * @param at the time of the action with the precision of the database: microseconds
   */
  public static byte[] bytes(String actionEuid, Instant at, ActionNote note) {
    var action = (ObjectNode) Json.sparseTree(note);
    // The stored document contains no ordinal for the first or only action of a request.
    if (note.ordinal() != null && note.ordinal() == 0) {
      action.remove("ordinal");
    }
    action.put("action_euid", actionEuid);
    action.set("at", Json.tree(at));
    return Json.canonical(action).getBytes(StandardCharsets.UTF_8);
  }
}
