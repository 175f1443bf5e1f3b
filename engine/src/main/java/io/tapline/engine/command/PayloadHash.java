package io.tapline.engine.command;

import io.tapline.tapdb.Json;
import tools.jackson.databind.JsonNode;

/**
 * The hash of everything that a request asks for: the same request has the same hash, whatever the
 * order of JSON keys.
 */
public final class PayloadHash {

  private PayloadHash() {}

  public static String of(Command command) {
    // A record's text has every field in its order; what is not payload is cut out, JSON is put in
    // canonical form.
    var text = command.toString().replace(command.meta().toString(), "");
    var payload = payload(command);
    return Json.sha256(
        payload == null ? text : text.replace(payload.toString(), Json.canonical(payload)));
  }

  private static JsonNode payload(Command command) {
    if (command instanceof Complete complete) return complete.resultPayload();
    if (command instanceof Fail fail) return fail.resultPayload();
    if (command instanceof Dispatch dispatch) return dispatch.dispatchPayload();
    if (command instanceof ExternalResult result) return result.resultPayload();
    if (command instanceof Enqueue enqueue) return enqueue.properties();
    if (command instanceof Prepare prepare) return prepare.properties();
    if (command instanceof Claim claim) return claim.payload();
    return null;
  }
}
