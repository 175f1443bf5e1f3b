package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.api.QueueChange;
import io.tapline.api.QueueItem;
import io.tapline.api.QueueMetrics;
import io.tapline.api.QueueSeries;
import io.tapline.api.WholeSeries;
import io.tapline.client.http.TaplineHttp;
import java.util.List;
import java.util.Map;

/** Queues: what is in them, how they are doing, and what their policy is. */
public final class Queues {

  private final TypedCalls calls;

  public Queues(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  /** Every queue, the most urgent first. */
  public Page<QueueView> list(QueueFilter filter) {
    return calls.page("queues", filter.query(), QueueView.class);
  }

  /** One queue. */
  public QueueView get(String queueKey) {
    return calls.get("queues/" + TypedCalls.in(queueKey), Map.of(), QueueView.class);
  }

  /** Its visible subjects, in the order in which they are claimed. */
  public Page<QueueItem> items(String queueKey, ItemFilter filter) {
    return calls.page(
        "queues/" + TypedCalls.in(queueKey) + "/items", filter.query(), QueueItem.class);
  }

  /** The visible subjects of all queues, the most urgent queue first. */
  public Page<QueueItem> items(ItemFilter filter) {
    return calls.page("items", filter.query(), QueueItem.class);
  }

  /** The history of its policy, the newest change first. */
  public Page<QueueChange> changes(String queueKey, QueueFilter filter) {
    return calls.page(
        "queues/" + TypedCalls.in(queueKey) + "/changes", filter.query(), QueueChange.class);
  }

  /** All queues and workers together, over the last hour, day or week. */
  public WholeSeries whole(String window) {
    return calls.get("series", Map.of("window", window), WholeSeries.class);
  }

  /** The queue over the last hour or day, for charts: "hour" or "day". */
  public QueueSeries series(String queueKey, String window) {
    return calls.get(
        "queues/" + TypedCalls.in(queueKey) + "/series",
        Map.of("window", window),
        QueueSeries.class);
  }

  /** Workers that are online and could serve it, those that do first. */
  public List<QueueWorker> workers(String queueKey) {
    return calls
        .page("queues/" + TypedCalls.in(queueKey) + "/workers", Map.of(), QueueWorker.class)
        .items();
  }

  /** All metrics of every queue. */
  public List<QueueMetrics> metrics() {
    return calls.page("metrics/queues", Map.of(), QueueMetrics.class).items();
  }

  /** Defines a queue. */
  public ActionReply create(QueueRequest request) {
    return calls.act("create-queue", request);
  }

  /** Changes the fields that are named; needs the expected revision. */
  public ActionReply update(QueueRequest request) {
    return calls.act("update-queue", request);
  }

  /** Takes a queue out of service. */
  public ActionReply retire(RetireQueueRequest request) {
    return calls.act("retire-queue", request);
  }

  /** What callbacks for work of this queue outside are signed with; it cannot be read again. */
  public ActionReply setCallbackSecret(String queueKey, String secret, String reason) {
    return calls.act(
        "set-callback-secret",
        new PlainRequest().set("queue_key", queueKey).set("secret", secret).set("reason", reason));
  }
}
