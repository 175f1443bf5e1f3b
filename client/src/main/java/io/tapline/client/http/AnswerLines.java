package io.tapline.client.http;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * The lines of an answer, in the order of arrival. The subscriber requests one line at a time, so
 * unread lines stay bounded.
 */
final class AnswerLines implements HttpResponse.BodyHandler<Void>, Flow.Subscriber<String> {

  /** End marker; a received line never contains a line feed. */
  static final String END = "\n";

  private final LinkedBlockingQueue<String> unread = new LinkedBlockingQueue<>();
  private volatile Flow.Subscription subscription;
  private volatile boolean cancelled;
  private volatile long lastSign = System.nanoTime();
  private volatile String type = "";
  private volatile byte[] problem;

  @Override
  public HttpResponse.BodySubscriber<Void> apply(HttpResponse.ResponseInfo head) {
    type = head.headers().firstValue("Content-Type").orElse("");
    if (head.statusCode() != 200) {
      return HttpResponse.BodySubscribers.mapping(
          HttpResponse.BodySubscribers.ofByteArray(),
          bytes -> {
            problem = bytes;
            return null;
          });
    }
    return new LineBody(HttpResponse.BodySubscribers.fromLineSubscriber(this));
  }

  String type() {
    return type;
  }

  /** The body of a refusal; null when it is not JSON. */
  JsonNode problem() {
    return problem == null || !type.contains("json")
        ? null
        : WireJson.parse(problem, JsonNode.class);
  }

  /** The next line, {@link #END} after the last one, null on timeout. */
  String poll(long time, TimeUnit unit) throws InterruptedException {
    var line = unread.poll(time, unit);
    if (line != null && !line.equals(END)) {
      subscription.request(1);
    }
    return line;
  }

  boolean silentFor(Duration time) {
    return System.nanoTime() - lastSign > time.toNanos();
  }

  void cancel() {
    cancelled = true;
    if (subscription != null) {
      subscription.cancel();
    }
    unread.add(END);
  }

  @Override
  public void onSubscribe(Flow.Subscription fresh) {
    subscription = fresh;
    if (cancelled) {
      fresh.cancel();
    } else {
      fresh.request(1);
    }
  }

  @Override
  public void onNext(String line) {
    lastSign = System.nanoTime();
    unread.add(line);
  }

  @Override
  public void onError(Throwable thrown) {
    unread.add(END);
  }

  @Override
  public void onComplete() {
    unread.add(END);
  }

  /** Completes with the head of the answer, because the body of a stream has no end. */
  private record LineBody(HttpResponse.BodySubscriber<Void> body)
      implements HttpResponse.BodySubscriber<Void> {

    @Override
    public CompletionStage<Void> getBody() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      body.onSubscribe(subscription);
    }

    @Override
    public void onNext(java.util.List<java.nio.ByteBuffer> some) {
      body.onNext(some);
    }

    @Override
    public void onError(Throwable thrown) {
      body.onError(thrown);
    }

    @Override
    public void onComplete() {
      body.onComplete();
    }
  }
}
