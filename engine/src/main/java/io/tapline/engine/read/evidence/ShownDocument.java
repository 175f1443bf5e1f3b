package io.tapline.engine.read.evidence;

import io.tapline.engine.model.LeaseTerms;
import io.tapline.engine.store.DocumentCodec;
import io.tapline.tapdb.Json;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts a stored document for an answer. Copies of related keys are omitted, because lineage is
 * authoritative.
 */
final class ShownDocument {

  private ShownDocument() {}

  /**
   * @param under the lease of the attempt, or null
   */
  static ObjectNode record(String json, LeaseTerms under) {
    return (ObjectNode) Json.tree(DocumentCodec.record(json, under));
  }

  static ObjectNode action(String json) {
    var note = DocumentCodec.action(json);
    var node = (ObjectNode) Json.tree(note);
    node.remove("execution");
    if (note.execution() != null) {
      node.set("result", Json.tree(note.execution()));
    }
    if (note.toQueueKey() != null) {
      node.put("to_queue_key", note.toQueueKey());
    }
    return node;
  }
}
