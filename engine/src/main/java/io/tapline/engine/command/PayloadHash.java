package io.tapline.engine.command;

import io.tapline.tapdb.Json;
import tools.jackson.databind.ObjectWriter;

/**
 * The hash of everything that a request asks for: the same request has the same hash, whatever the
 * order of JSON keys.
 */
public final class PayloadHash {

  // As JSON, because a record's own text does not quote: null and "null" would be one payload, and
  // so would texts that hold a comma and the next field's name.
  private static final ObjectWriter PAYLOAD = Json.canonicalWithout(RequestMeta.class);

  private PayloadHash() {}

  public static String of(Command command) {
    return Json.sha256(PAYLOAD.writeValueAsString(command));
  }
}
