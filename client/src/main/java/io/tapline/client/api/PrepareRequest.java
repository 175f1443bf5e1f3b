package io.tapline.client.api;

import io.tapline.api.Scope;

/** A subject that waits, PENDING, until it is enqueued. */
public final class PrepareRequest extends ActionRequest<PrepareRequest> {

  private PrepareRequest() {}

  /** Of this work-bearing template. */
  public static PrepareRequest of(String templateCode) {
    return new PrepareRequest().set("template_code", templateCode);
  }

  /** For people. */
  public PrepareRequest name(String value) {
    return set("subject_name", value);
  }

  /** What the work is about: anything that becomes a JSON object. */
  public PrepareRequest properties(Object value) {
    return set("properties", value);
  }

  /** Where it may be done. */
  public PrepareRequest scope(Scope value) {
    return set("scope", value);
  }
}
