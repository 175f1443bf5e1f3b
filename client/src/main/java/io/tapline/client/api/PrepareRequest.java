package io.tapline.client.api;

import io.tapline.api.Scope;

/** Creates a job that is PENDING until it is enqueued. */
public final class PrepareRequest extends ActionRequest<PrepareRequest> {

  private PrepareRequest() {}

  /** A job of this work-bearing template. */
  public static PrepareRequest of(String templateCode) {
    return new PrepareRequest().set("template_code", templateCode);
  }

  /** Display name. */
  public PrepareRequest name(String value) {
    return set("subject_name", value);
  }

  /** The data of the job: anything that serializes to a JSON object. */
  public PrepareRequest properties(Object value) {
    return set("properties", value);
  }

  /** Site, platform and assay that a worker must serve. */
  public PrepareRequest scope(Scope value) {
    return set("scope", value);
  }
}
