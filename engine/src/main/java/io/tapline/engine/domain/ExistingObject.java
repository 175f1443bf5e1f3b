package io.tapline.engine.domain;

import io.tapline.engine.model.Envelope;
import tools.jackson.databind.JsonNode;

/**
 * A stored object, read under the locks.
 *
 * @param uid the internal number; decisions must not use it
 * @param properties without the envelope; never null
 * @param execution null for an object without work
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
