package io.tapline.client.api;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Page;
import io.tapline.client.http.TaplineHttp;
import java.time.Duration;
import java.util.List;

/** Leases: how they are granted, and what the worker that holds one does with it. */
public final class Leases {

  private final TypedCalls calls;
  private final TaplineHttp http;

  public Leases(TaplineHttp http) {
    calls = new TypedCalls(http);
    this.http = http;
  }

  /** Leases over all subjects, oldest first. */
  public Page<LeaseView> list(LeaseFilter filter) {
    return calls.page("leases", filter.query(), LeaseView.class);
  }

  /** Work, under leases, or the news that there is none. */
  public ClaimAnswer claim(ClaimRequest request) {
    return claim(request, Duration.ZERO);
  }

  /** The same, waiting for work for so long; a minute at most. */
  public ClaimAnswer claim(ClaimRequest request, Duration wait) {
    return http.post("actions/claim", request.body(), wait, ClaimAnswer.class);
  }

  /** The worker begins. */
  public ActionReply start(LeaseRequest request) {
    return calls.act("start", request);
  }

  /** The same for many; one result for each, in their order. */
  public List<ItemResult> start(List<LeaseRequest> requests) {
    return calls.actOnAll("start", requests);
  }

  /** The lease lasts its whole time from now. */
  public ActionReply renew(LeaseRequest request) {
    return calls.act("renew-lease", request);
  }

  /** The same for many; one result for each, in their order. */
  public List<ItemResult> renew(List<LeaseRequest> requests) {
    return calls.actOnAll("renew-lease", requests);
  }

  /** How far it is; shown while the lease lives. */
  public ActionReply progress(ProgressRequest request) {
    return calls.act("progress", request);
  }

  /** The same for many; one result for each, in their order. */
  public List<ItemResult> progress(List<ProgressRequest> requests) {
    return calls.actOnAll("progress", requests);
  }

  /** Gives the subject back; it costs no attempt. */
  public ActionReply release(LeaseRequest request) {
    return calls.act("release-lease", request);
  }

  /** The same for many; one result for each, in their order. */
  public List<ItemResult> release(List<LeaseRequest> requests) {
    return calls.actOnAll("release-lease", requests);
  }

  /** The work is done. */
  public ActionReply complete(CompleteRequest request) {
    return calls.act("complete", request);
  }

  /** The same for many; one result for each, in their order. */
  public List<ItemResult> complete(List<CompleteRequest> requests) {
    return calls.actOnAll("complete", requests);
  }

  /** The work failed. */
  public ActionReply fail(FailRequest request) {
    return calls.act("fail", request);
  }

  /** The same for many; one result for each, in their order. */
  public List<ItemResult> fail(List<FailRequest> requests) {
    return calls.actOnAll("fail", requests);
  }

  /** Several pieces of work ended, each in its own way; one result for each, in their order. */
  public ResultsReply reportResults(ResultsRequest request) {
    return http.post("actions/report-results", request.body(), Duration.ZERO, ResultsReply.class);
  }

  /** The work goes on outside. */
  public ActionReply dispatch(DispatchRequest request) {
    return calls.act("dispatch-external", request);
  }

  /** Ends a lease as if it had lapsed, live or not. */
  public ActionReply expire(String leaseEuid, String reason) {
    return calls.act(
        "expire-lease", new PlainRequest().set("lease_euid", leaseEuid).set("reason", reason));
  }
}
