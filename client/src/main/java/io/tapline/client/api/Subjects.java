package io.tapline.client.api;

import io.tapline.api.LineageView;
import io.tapline.api.SubjectPage;
import io.tapline.client.http.TaplineHttp;
import java.util.List;
import java.util.Map;

/** Subjects: the pieces of work, what is known of them, and what is done to them from outside. */
public final class Subjects {

  private final TypedCalls calls;

  public Subjects(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  /** Subjects in any state: lists and the search. */
  public SubjectPage list(SubjectFilter filter) {
    return calls.get("subjects", filter.query(), SubjectPage.class);
  }

  /** One subject: its envelope, and why it is, or is not, in its queue. */
  public SubjectView get(String euid) {
    return calls.get("subjects/" + TypedCalls.in(euid), Map.of(), SubjectView.class);
  }

  /** The same, as this worker sees the queue. */
  public SubjectView get(String euid, String workerEuid) {
    return calls.get(
        "subjects/" + TypedCalls.in(euid), Map.of("worker_euid", workerEuid), SubjectView.class);
  }

  /** An action that a pack brings. */
  public ActionReply perform(PerformRequest request) {
    return calls.act(request.actionKey().replace('_', '-'), request);
  }

  /** Everything that happened to it. */
  public History history(String euid) {
    return calls.get("subjects/" + TypedCalls.in(euid) + "/history", Map.of(), History.class);
  }

  /** What it was made from and what was made from it, so many steps away. */
  public LineageView lineage(String euid, int depth) {
    return calls.get(
        "subjects/" + TypedCalls.in(euid) + "/lineage", Map.of("depth", depth), LineageView.class);
  }

  /** The same in one direction: up, what it was made from, or down, what was made from it. */
  public LineageView lineage(String euid, int depth, String direction) {
    return calls.get(
        "subjects/" + TypedCalls.in(euid) + "/lineage",
        Map.of("depth", depth, "direction", direction),
        LineageView.class);
  }

  /** Makes a subject that waits until it is enqueued. */
  public ActionReply prepare(PrepareRequest request) {
    return calls.act("prepare", request);
  }

  /** Sends work to a queue. */
  public ActionReply enqueue(EnqueueRequest request) {
    return calls.act("enqueue", request);
  }

  /** The same for many; one result for each, in their order. */
  public List<ItemResult> enqueue(List<EnqueueRequest> requests) {
    return calls.actOnAll("enqueue", requests);
  }

  /** Back to READY with a clean count of attempts. */
  public ActionReply requeue(RequeueRequest request) {
    return calls.act("requeue", request);
  }

  /** Ends it: at once, or softly by asking the worker first. */
  public ActionReply cancel(CancelRequest request) {
    return calls.act("cancel", request);
  }

  /** What came of work that was dispatched outside. */
  public ActionReply externalResult(ExternalResultRequest request) {
    return calls.act("external-result", request);
  }
}
