package io.tapline.server.webhooks;

import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The status is known, and whatever comes after it may be endless. */
final class HungUp implements HttpResponse.BodySubscriber<Void> {

  @Override
  public CompletionStage<Void> getBody() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscription.cancel();
  }

  @Override
  public void onNext(List<ByteBuffer> some) {}

  @Override
  public void onError(Throwable thrown) {}

  @Override
  public void onComplete() {}
}
