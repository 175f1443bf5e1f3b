package io.tapline.client.http;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** The lines of an answer as they come. No more are asked for while some are unread. */
final class AnswerLines implements HttpResponse.BodyHandler<Void>, Flow.Subscriber<String> {

  /** No line of an event stream has a line feed in it, so nobody can send this. */
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

  /** What was said instead of lines; null when that was not JSON. */
  JsonNode problem() {
    return problem == null || !type.contains("json")
        ? null
        : WireJson.parse(problem, JsonNode.class);
  }

  /** The next line, {@link #END} once there are no more, null when none came in time. */
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

  /** The answer counts as there once its head is: the body has no end to wait for. */
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
