package io.tapline.engine.domain;

import io.tapline.engine.model.Envelope;
import tools.jackson.databind.JsonNode;

/**
 * An object that is there, as it was read under the locks.
 *
 * @param uid the store's own number; nothing to decide by
 * @param properties its own, without the envelope; never null
 * @param execution null for what bears no work
 */
public record ExistingObject(
    long uid,
    String euid,
    String templateCode,
    String name,
    JsonNode properties,
    Envelope execution)
    implements LinkableObject {

  /** A property as text; null when it is absent. */
  public String text(String property) {
    var value = properties.get(property);
    return value == null || value.isNull() ? null : value.asString();
  }
}
