package io.tapline.client.api;

import io.tapline.api.LineageView;
import io.tapline.api.SubjectPage;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.ExternalResult;
import io.tapline.api.request.Prepare;
import io.tapline.api.request.Requeue;
import io.tapline.client.http.TaplineHttp;
import java.util.List;
import java.util.Map;

/** Jobs in the execution API: reads, and actions of callers other than their workers. */
public final class Subjects {

  private final TypedCalls calls;

  public Subjects(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  /** Lists and searches jobs in any state. */
  public SubjectPage list(SubjectFilter filter) {
    return calls.get("subjects", filter.query(), SubjectPage.class);
  }

  /** One job: its envelope, and the reasons why it is or is not visible in its queue. */
  public SubjectView get(String euid) {
    return calls.get("subjects/" + TypedCalls.in(euid), Map.of(), SubjectView.class);
  }

  /** One job, with the visibility for this worker. */
  public SubjectView get(String euid, String workerEuid) {
    return calls.get(
        "subjects/" + TypedCalls.in(euid), Map.of("worker_euid", workerEuid), SubjectView.class);
  }

  /** Performs an action of a pack. */
  public ActionReply perform(PerformRequest request) {
    return calls.act(request.actionKey().replace('_', '-'), request);
  }

  public History history(String euid) {
    return calls.get("subjects/" + TypedCalls.in(euid) + "/history", Map.of(), History.class);
  }

  /** Ancestors and descendants, up to this number of steps. */
  public LineageView lineage(String euid, int depth) {
    return calls.get(
        "subjects/" + TypedCalls.in(euid) + "/lineage", Map.of("depth", depth), LineageView.class);
  }

  /** Ancestors ({@code up}) or descendants ({@code down}) only. */
  public LineageView lineage(String euid, int depth, String direction) {
    return calls.get(
        "subjects/" + TypedCalls.in(euid) + "/lineage",
        Map.of("depth", depth, "direction", direction),
        LineageView.class);
  }

  /** Creates a job that is PENDING until it is enqueued. */
  public ActionReply prepare(Prepare request) {
    return calls.act("prepare", request);
  }

  public ActionReply enqueue(Enqueue request) {
    return calls.act("enqueue", request);
  }

  /** A batch with one result for each item, in order. */
  public List<ItemResult> enqueue(List<Enqueue> requests) {
    return calls.actOnAll("enqueue", requests);
  }

  /** Returns a job to READY and resets its attempt count. */
  public ActionReply requeue(Requeue request) {
    return calls.act("requeue", request);
  }

  /** Cancels a job at once, or softly by a request to its worker. */
  public ActionReply cancel(Cancel request) {
    return calls.act("cancel", request);
  }

  /** Reports the result of a job that an external system continued. */
  public ActionReply externalResult(ExternalResult request) {
    return calls.act("external-result", request);
  }
}
