package io.tapline.client.api;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Page;
import io.tapline.client.http.TaplineHttp;
import java.time.Duration;
import java.util.List;

/** Leases: claims, and the actions of the worker that holds one. */
public final class Leases {

  private final TypedCalls calls;
  private final TaplineHttp http;

  public Leases(TaplineHttp http) {
    calls = new TypedCalls(http);
    this.http = http;
  }

  /** Leases of all jobs, oldest first. */
  public Page<LeaseView> list(LeaseFilter filter) {
    return calls.page("leases", filter.query(), LeaseView.class);
  }

  /** Claims jobs; returns at once if no job is ready. */
  public ClaimAnswer claim(ClaimRequest request) {
    return claim(request, Duration.ZERO);
  }

  /** Claims jobs, and waits for this time while no job is ready; at most one minute. */
  public ClaimAnswer claim(ClaimRequest request, Duration wait) {
    return http.post("actions/claim", request.body(), wait, ClaimAnswer.class);
  }

  /** Starts a claimed job. */
  public ActionReply start(LeaseRequest request) {
    return calls.act("start", request);
  }

  /** A batch with one result for each item, in order. */
  public List<ItemResult> start(List<LeaseRequest> requests) {
    return calls.actOnAll("start", requests);
  }

  /** Extends the lease to its full term from now. */
  public ActionReply renew(LeaseRequest request) {
    return calls.act("renew-lease", request);
  }

  /** A batch with one result for each item, in order. */
  public List<ItemResult> renew(List<LeaseRequest> requests) {
    return calls.actOnAll("renew-lease", requests);
  }

  /** Reports progress, which is visible while the lease is active. */
  public ActionReply progress(ProgressRequest request) {
    return calls.act("progress", request);
  }

  /** A batch with one result for each item, in order. */
  public List<ItemResult> progress(List<ProgressRequest> requests) {
    return calls.actOnAll("progress", requests);
  }

  /** Returns the job to its queue; costs no attempt. */
  public ActionReply release(LeaseRequest request) {
    return calls.act("release-lease", request);
  }

  /** A batch with one result for each item, in order. */
  public List<ItemResult> release(List<LeaseRequest> requests) {
    return calls.actOnAll("release-lease", requests);
  }

  /** Reports a job as done. */
  public ActionReply complete(CompleteRequest request) {
    return calls.act("complete", request);
  }

  /** A batch with one result for each item, in order. */
  public List<ItemResult> complete(List<CompleteRequest> requests) {
    return calls.actOnAll("complete", requests);
  }

  /** Reports a failed attempt. */
  public ActionReply fail(FailRequest request) {
    return calls.act("fail", request);
  }

  /** A batch with one result for each item, in order. */
  public List<ItemResult> fail(List<FailRequest> requests) {
    return calls.actOnAll("fail", requests);
  }

  /** Reports the outcomes of several jobs, of any kind, with one result for each, in order. */
  public ResultsReply reportResults(ResultsRequest request) {
    return http.post("actions/report-results", request.body(), Duration.ZERO, ResultsReply.class);
  }

  /** Reports that an external system continues the job. */
  public ActionReply dispatch(DispatchRequest request) {
    return calls.act("dispatch-external", request);
  }

  /** Ends a lease as if it had lapsed, even an active one. */
  public ActionReply expire(String leaseEuid, String reason) {
    return calls.act(
        "expire-lease", new PlainRequest().set("lease_euid", leaseEuid).set("reason", reason));
  }
}
