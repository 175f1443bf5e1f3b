package io.tapline.engine.action;

import io.tapline.api.request.Command;
import io.tapline.api.request.RequestMeta;
import io.tapline.tapdb.Json;
import tools.jackson.databind.ObjectWriter;

/**
 * The hash of the payload of a request. Equal requests have equal hashes, whatever the order of
 * JSON keys.
 */
public final class PayloadHash {

  // JSON quotes its texts. The text of a record does not, so null and "null" would have one hash,
  // and so would texts that contain a comma and the name of the next field.
  private static final ObjectWriter PAYLOAD = Json.canonicalWithout(RequestMeta.class);

  private PayloadHash() {}

  public static String of(Command command) {
    return Json.sha256(PAYLOAD.writeValueAsString(command));
  }
}
