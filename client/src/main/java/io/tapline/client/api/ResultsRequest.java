package io.tapline.client.api;

import io.tapline.client.http.WireJson;
import tools.jackson.databind.node.ObjectNode;

/**
 * Outcomes of several jobs of one worker, of any kind, with an optional claim. Each outcome has its
 * own idempotency key and result; a refused one does not affect the others.
 */
public final class ResultsRequest {

  private final ObjectNode body = WireJson.object();

  private ResultsRequest() {
    body.putArray("items");
  }

  /** An empty request; add 1 to 500 results. */
  public static ResultsRequest of() {
    return new ResultsRequest();
  }

  /** Adds a completed job. */
  public ResultsRequest complete(CompleteRequest request) {
    return add("complete", request);
  }

  /** Adds a failed attempt. */
  public ResultsRequest fail(FailRequest request) {
    return add("fail", request);
  }

  /** Adds a released job; costs no attempt. */
  public ResultsRequest release(LeaseRequest request) {
    return add("release-lease", request);
  }

  /** Claims jobs in the same request; requires at least one completion or failure. */
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
