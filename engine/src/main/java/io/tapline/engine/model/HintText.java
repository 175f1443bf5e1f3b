package io.tapline.engine.model;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;

/**
 * Reads a text that nothing depends on. A value of another type is read as null and is no error.
 */
final class HintText extends StdDeserializer<String> {

  HintText() {
    super(String.class);
  }

  @Override
  public String deserialize(JsonParser parser, DeserializationContext context) {
    if (parser.currentToken() == JsonToken.VALUE_STRING) {
      return parser.getString();
    }
    parser.skipChildren();
    return null;
  }
}
