package io.tapline.client.api;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Page;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.ExpireLease;
import io.tapline.api.request.Fail;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.Release;
import io.tapline.api.request.Renew;
import io.tapline.api.request.ReportProgress;
import io.tapline.api.request.Start;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.http.WireJson;
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
  public ClaimAnswer claim(Claim request) {
    return claim(request, Duration.ZERO);
  }

  /** Claims jobs, and waits for this time while no job is ready; at most one minute. */
  public ClaimAnswer claim(Claim request, Duration wait) {
    return http.post("actions/claim", request.document(), wait, ClaimAnswer.class);
  }

  /** Starts a claimed job. */
  public ActionReply start(Start request) {
    return calls.act("start", request);
  }

  /** A batch with one result for each item, in order. */
  public List<ItemResult> start(List<Start> requests) {
    return calls.actOnAll("start", requests);
  }

  /** Extends the lease to its full term from now. */
  public ActionReply renew(Renew request) {
    return calls.act("renew-lease", request);
  }

  /** A batch with one result for each item, in order. */
  public List<ItemResult> renew(List<Renew> requests) {
    return calls.actOnAll("renew-lease", requests);
  }

  /** Reports progress, which is visible while the lease is active. */
  public ActionReply progress(ReportProgress request) {
    return calls.act("progress", request);
  }

  /** A batch with one result for each item, in order. */
  public List<ItemResult> progress(List<ReportProgress> requests) {
    return calls.actOnAll("progress", requests);
  }

  /** Returns the job to its queue; costs no attempt. */
  public ActionReply release(Release request) {
    return calls.act("release-lease", request);
  }

  /** A batch with one result for each item, in order. */
  public List<ItemResult> release(List<Release> requests) {
    return calls.actOnAll("release-lease", requests);
  }

  /** Reports a job as done. */
  public ActionReply complete(Complete request) {
    return calls.act("complete", request);
  }

  /** A batch with one result for each item, in order. */
  public List<ItemResult> complete(List<Complete> requests) {
    return calls.actOnAll("complete", requests);
  }

  /** Reports a failed attempt. */
  public ActionReply fail(Fail request) {
    return calls.act("fail", request);
  }

  /** A batch with one result for each item, in order. */
  public List<ItemResult> fail(List<Fail> requests) {
    return calls.actOnAll("fail", requests);
  }

  /**
   * Reports a job as done, and claims jobs for the slot that becomes free. The claim does not wait
   * for jobs, and the completion is valid even if the claim is refused.
   */
  public ActionReply complete(Complete request, Claim next) {
    return calls.act("complete", request, next);
  }

  /** Reports a failed attempt, and claims jobs as {@link #complete(Complete, Claim)} does. */
  public ActionReply fail(Fail request, Claim next) {
    return calls.act("fail", request, next);
  }

  /**
   * Reports the outcomes of several jobs of one worker, with one result for each, in order.
   *
   * @param results 1 to 500 of {@link Complete}, {@link Fail} and {@link Release}; a refused one
   *     does not affect the others
   * @param next a claim in the same request, which needs a completion or a failure; or null
   */
  public ResultsReply reportResults(List<? extends LeaseCommand> results, Claim next) {
    var body = WireJson.object();
    var items = body.putArray("items");
    results.forEach(result -> items.add(result.document().put("action", verb(result))));
    if (next != null) {
      body.set("claim_next", TypedCalls.claimNext(next));
    }
    return http.post("actions/report-results", body, Duration.ZERO, ResultsReply.class);
  }

  /** The name of the action in a list of results. */
  public static String verb(Command result) {
    return result instanceof Complete
        ? "complete"
        : result instanceof Fail ? "fail" : "release-lease";
  }

  /** Reports that an external system continues the job. */
  public ActionReply dispatch(Dispatch request) {
    return calls.act("dispatch-external", request);
  }

  /** Ends a lease as if it had lapsed, even an active one. */
  public ActionReply expire(String leaseEuid, String reason) {
    return calls.act("expire-lease", new ExpireLease(null, null, leaseEuid, reason));
  }
}
