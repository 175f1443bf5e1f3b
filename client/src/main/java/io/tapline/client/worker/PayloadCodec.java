package io.tapline.client.worker;

import java.lang.reflect.Type;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converts the properties of a job to the type of its handler, and the result of a handler to JSON.
 * Producers use the same codec for the properties that they enqueue.
 */
public interface PayloadCodec {

  /**
   * Rejects null for a primitive, an unknown constant of an enum and a value of another JSON type;
   * permits unknown properties. Names are as in Java.
   */
  static PayloadCodec strict() {
    return JacksonPayloadCodec.STRICT;
  }

  /**
   * Uses the modules and names of this mapper, and rejects the same values as {@link #strict}. A
   * class of your own can be more lenient.
   */
  static PayloadCodec of(JsonMapper mapper) {
    return new JacksonPayloadCodec(mapper);
  }

  /**
   * @throws PayloadException if the payload does not match the type
   */
  Object decode(JsonNode payload, Type type);

  /**
   * Returns a new tree; null for null.
   *
   * @throws PayloadException if the value has no JSON form
   */
  JsonNode encode(Object value);
}
