package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.api.QueueChange;
import io.tapline.api.QueueItem;
import io.tapline.api.QueueMetrics;
import io.tapline.api.QueueSeries;
import io.tapline.api.WholeSeries;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.RetireQueue;
import io.tapline.api.request.SetCallbackSecret;
import io.tapline.api.request.UpdateQueue;
import io.tapline.client.http.TaplineHttp;
import java.util.List;
import java.util.Map;

/** Queues: jobs, metrics and policy. */
public final class Queues {

  private final TypedCalls calls;

  public Queues(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  /** All queues, highest dispatch priority first. */
  public Page<QueueView> list(QueueFilter filter) {
    return calls.page("queues", filter.query(), QueueView.class);
  }

  public QueueView get(String queueKey) {
    return calls.get("queues/" + TypedCalls.in(queueKey), Map.of(), QueueView.class);
  }

  /** The visible jobs of a queue, in claim order. */
  public Page<QueueItem> items(String queueKey, ItemFilter filter) {
    return calls.page(
        "queues/" + TypedCalls.in(queueKey) + "/items", filter.query(), QueueItem.class);
  }

  /** The visible jobs of all queues, highest dispatch priority first. */
  public Page<QueueItem> items(ItemFilter filter) {
    return calls.page("items", filter.query(), QueueItem.class);
  }

  /** The policy changes of a queue, newest first. */
  public Page<QueueChange> changes(String queueKey, QueueFilter filter) {
    return calls.page(
        "queues/" + TypedCalls.in(queueKey) + "/changes", filter.query(), QueueChange.class);
  }

  /** Totals of all queues and workers over the last hour, day or week. */
  public WholeSeries whole(String window) {
    return calls.get("series", Map.of("window", window), WholeSeries.class);
  }

  /** Time series of a queue for charts; the window is "hour" or "day". */
  public QueueSeries series(String queueKey, String window) {
    return calls.get(
        "queues/" + TypedCalls.in(queueKey) + "/series",
        Map.of("window", window),
        QueueSeries.class);
  }

  /** Online workers that could serve a queue, serving ones first. */
  public List<QueueWorker> workers(String queueKey) {
    return calls
        .page("queues/" + TypedCalls.in(queueKey) + "/workers", Map.of(), QueueWorker.class)
        .items();
  }

  public List<QueueMetrics> metrics() {
    return calls.page("metrics/queues", Map.of(), QueueMetrics.class).items();
  }

  public ActionReply create(CreateQueue request) {
    return calls.act("create-queue", request);
  }

  /** Changes the given fields; requires the expected revision. */
  public ActionReply update(UpdateQueue request) {
    return calls.act("update-queue", request);
  }

  /** Takes a queue out of service. */
  public ActionReply retire(RetireQueue request) {
    return calls.act("retire-queue", request);
  }

  /**
   * Sets the secret that signs callbacks for external work of this queue; it cannot be read again.
   */
  public ActionReply setCallbackSecret(String queueKey, String secret, String reason) {
    return calls.act(
        "set-callback-secret", new SetCallbackSecret(null, queueKey, secret, reason, null));
  }
}
