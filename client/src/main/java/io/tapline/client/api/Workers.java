package io.tapline.client.api;

import io.tapline.api.ActionKey;
import io.tapline.api.Page;
import io.tapline.api.WorkerAttempt;
import io.tapline.api.WorkerReach;
import io.tapline.api.request.AdministerWorker;
import io.tapline.api.request.Heartbeat;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.WorkerPrecondition;
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
    return drain(workerEuid, reason, null);
  }

  /** The worker may neither claim nor renew. */
  public ActionReply disable(String workerEuid, String reason) {
    return disable(workerEuid, reason, null);
  }

  /** The worker may work again. */
  public ActionReply enable(String workerEuid, String reason) {
    return enable(workerEuid, reason, null);
  }

  /** Ends a worker and its leases permanently. */
  public ActionReply retire(String workerEuid, String reason) {
    return retire(workerEuid, reason, null);
  }

  /** Refused if the worker has another status or revision. */
  public ActionReply drain(String workerEuid, String reason, WorkerPrecondition expect) {
    return act(new AdministerWorker(null, ActionKey.DRAIN_WORKER, workerEuid, reason, expect));
  }

  /** Refused if the worker has another status or revision. */
  public ActionReply disable(String workerEuid, String reason, WorkerPrecondition expect) {
    return act(new AdministerWorker(null, ActionKey.DISABLE_WORKER, workerEuid, reason, expect));
  }

  /** Refused if the worker has another status or revision. */
  public ActionReply enable(String workerEuid, String reason, WorkerPrecondition expect) {
    return act(new AdministerWorker(null, ActionKey.ENABLE_WORKER, workerEuid, reason, expect));
  }

  /** Refused if the worker has another status or revision. */
  public ActionReply retire(String workerEuid, String reason, WorkerPrecondition expect) {
    return act(new AdministerWorker(null, ActionKey.RETIRE_WORKER, workerEuid, reason, expect));
  }

  private ActionReply act(AdministerWorker request) {
    return calls.act(request.action().wire().replace('_', '-'), request);
  }
}
