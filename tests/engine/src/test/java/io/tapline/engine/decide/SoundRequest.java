package io.tapline.engine.decide;

import io.tapline.api.Refusal;
import io.tapline.api.request.Command;
import io.tapline.api.request.RequestValidation;
import io.tapline.tapdb.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A sound request of one kind, to be spoilt one field at a time. */
record SoundRequest(Class<? extends Command> kind, ObjectNode document) {

  static SoundRequest of(Class<? extends Command> kind, String json) {
    var document = (ObjectNode) Json.parse(json);
    document.putObject("meta").put("idempotency_key", "k");
    return new SoundRequest(kind, document);
  }

  /** A path with dots, a value of any kind; null takes the field away. */
  SoundRequest with(String path, Object value) {
    var copy = document.deepCopy();
    ObjectNode at = copy;
    var names = path.split("\\.");
    for (int i = 0; i < names.length - 1; i++) {
      at = at.get(names[i]) instanceof ObjectNode inner ? inner : at.putObject(names[i]);
    }
    JsonNode node = value instanceof JsonNode given ? given : Json.tree(value);
    at.set(names[names.length - 1], node);
    return new SoundRequest(kind, copy);
  }

  Refusal refusal() {
    return RequestValidation.refusal(Json.read(document, kind));
  }

  @Override
  public String toString() {
    return kind.getSimpleName();
  }
}
