package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.api.WorkerAttempt;
import io.tapline.api.WorkerReach;
import io.tapline.api.request.Heartbeat;
import io.tapline.api.request.RegisterWorker;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.http.WireJson;
import java.util.List;
import java.util.Map;

/** Workers: registration, heartbeats, status and queues. */
public final class Workers {

  private final TypedCalls calls;

  public Workers(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  /** Workers, oldest first. */
  public Page<WorkerView> list(WorkerFilter filter) {
    return calls.page("workers", filter.query(), WorkerView.class);
  }

  public WorkerView get(String euid) {
    return calls.get("workers/" + TypedCalls.in(euid), Map.of(), WorkerView.class);
  }

  /** The queues that a worker can serve, and the reasons for the other queues. */
  public List<WorkerReach> queues(String euid) {
    return calls
        .page("workers/" + TypedCalls.in(euid) + "/queues", Map.of(), WorkerReach.class)
        .items();
  }

  /**
   * Jobs that the worker claimed, newest first, with the end of each attempt. Only the paging of
   * the filter is used.
   */
  public Page<WorkerAttempt> attempts(String euid, WorkerFilter page) {
    return calls.page(
        "workers/" + TypedCalls.in(euid) + "/attempts", page.query(), WorkerAttempt.class);
  }

  /** Registrations and administrative changes of a worker, newest first. */
  public Page<ActionView> changes(String euid, WorkerFilter page) {
    return calls.page(
        "workers/" + TypedCalls.in(euid) + "/changes", page.query(), ActionView.class);
  }

  public ActionReply register(RegisterWorker request) {
    return calls.act("register-worker", request);
  }

  /** Reports that the worker is alive; the answer lists lost leases and jobs to stop. */
  public HeartbeatReply heartbeat(Heartbeat request) {
    return WireJson.read(calls.act("heartbeat-worker", request).result(), HeartbeatReply.class);
  }

  /** Lets a worker finish its jobs and claim no more. */
  public ActionReply drain(String workerEuid, String reason) {
    return drain(WorkerRequest.of(workerEuid, reason));
  }

  /** The worker may neither claim nor renew. */
  public ActionReply disable(String workerEuid, String reason) {
    return disable(WorkerRequest.of(workerEuid, reason));
  }

  /** The worker may work again. */
  public ActionReply enable(String workerEuid, String reason) {
    return enable(WorkerRequest.of(workerEuid, reason));
  }

  /** Ends a worker and its leases permanently. */
  public ActionReply retire(String workerEuid, String reason) {
    return retire(WorkerRequest.of(workerEuid, reason));
  }

  /** With the expected state or revision. */
  public ActionReply drain(WorkerRequest request) {
    return calls.act("drain-worker", request);
  }

  /** With the expected state or revision. */
  public ActionReply disable(WorkerRequest request) {
    return calls.act("disable-worker", request);
  }

  /** With the expected state or revision. */
  public ActionReply enable(WorkerRequest request) {
    return calls.act("enable-worker", request);
  }

  /** With the expected state or revision. */
  public ActionReply retire(WorkerRequest request) {
    return calls.act("retire-worker", request);
  }
}
