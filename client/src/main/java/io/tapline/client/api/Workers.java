package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.api.WorkerAttempt;
import io.tapline.api.WorkerReach;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.http.WireJson;
import java.util.List;
import java.util.Map;

/** Workers: who is there, what they can do, and whether they may. */
public final class Workers {

  private final TypedCalls calls;

  public Workers(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  /** Workers, oldest first. */
  public Page<WorkerView> list(WorkerFilter filter) {
    return calls.page("workers", filter.query(), WorkerView.class);
  }

  /** One worker. */
  public WorkerView get(String euid) {
    return calls.get("workers/" + TypedCalls.in(euid), Map.of(), WorkerView.class);
  }

  /** Which queues it can serve, and why not the others. */
  public List<WorkerReach> queues(String euid) {
    return calls
        .page("workers/" + TypedCalls.in(euid) + "/queues", Map.of(), WorkerReach.class)
        .items();
  }

  /** What it claimed, the newest first, and how each ended; of the filter the page counts. */
  public Page<WorkerAttempt> attempts(String euid, WorkerFilter page) {
    return calls.page(
        "workers/" + TypedCalls.in(euid) + "/attempts", page.query(), WorkerAttempt.class);
  }

  /** When it registered, and who drained, disabled or retired it, the newest first. */
  public Page<ActionView> changes(String euid, WorkerFilter page) {
    return calls.page(
        "workers/" + TypedCalls.in(euid) + "/changes", page.query(), ActionView.class);
  }

  /** A worker process says that it is there. */
  public ActionReply register(RegisterRequest request) {
    return calls.act("register-worker", request);
  }

  /** It is alive; hears what it has lost and what it is to stop. */
  public Heartbeat heartbeat(HeartbeatRequest request) {
    return WireJson.read(calls.act("heartbeat-worker", request).result(), Heartbeat.class);
  }

  /** Lets it finish and take nothing new. */
  public ActionReply drain(String workerEuid, String reason) {
    return drain(WorkerRequest.of(workerEuid, reason));
  }

  /** It may neither claim nor renew. */
  public ActionReply disable(String workerEuid, String reason) {
    return disable(WorkerRequest.of(workerEuid, reason));
  }

  /** It may work again. */
  public ActionReply enable(String workerEuid, String reason) {
    return enable(WorkerRequest.of(workerEuid, reason));
  }

  /** Ends it for good, and its leases. */
  public ActionReply retire(String workerEuid, String reason) {
    return retire(WorkerRequest.of(workerEuid, reason));
  }

  /** The same, only as it is expected to be. */
  public ActionReply drain(WorkerRequest request) {
    return calls.act("drain-worker", request);
  }

  /** The same, only as it is expected to be. */
  public ActionReply disable(WorkerRequest request) {
    return calls.act("disable-worker", request);
  }

  /** The same, only as it is expected to be. */
  public ActionReply enable(WorkerRequest request) {
    return calls.act("enable-worker", request);
  }

  /** The same, only as it is expected to be. */
  public ActionReply retire(WorkerRequest request) {
    return calls.act("retire-worker", request);
  }
}
