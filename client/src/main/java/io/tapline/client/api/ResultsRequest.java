package io.tapline.client.api;

import io.tapline.client.http.WireJson;
import tools.jackson.databind.node.ObjectNode;

/**
 * How several pieces of work of one worker ended, each in its own way, and perhaps a claim for more
 * work. Each has a key and a result of its own: one that is refused does not affect the others.
 */
public final class ResultsRequest {

  private final ObjectNode body = WireJson.object();

  private ResultsRequest() {
    body.putArray("items");
  }

  /** Results are added to it, from 1 to 500. */
  public static ResultsRequest of() {
    return new ResultsRequest();
  }

  /** This work is done. */
  public ResultsRequest complete(CompleteRequest request) {
    return add("complete", request);
  }

  /** This work failed. */
  public ResultsRequest fail(FailRequest request) {
    return add("fail", request);
  }

  /** This work is given back; it costs no attempt. */
  public ResultsRequest release(LeaseRequest request) {
    return add("release-lease", request);
  }

  /** More work in the same request; it needs a completion or a failure beside it. */
  public ResultsRequest claimNext(ClaimNext next) {
    body.set("claim_next", next.body());
    return this;
  }

  private ResultsRequest add(String action, ActionRequest<?> request) {
    body.withArray("items").add(request.body().deepCopy().put("action", action));
    return this;
  }

  ObjectNode body() {
    return body;
  }
}
