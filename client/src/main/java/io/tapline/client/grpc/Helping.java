package io.tapline.client.grpc;

import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tapline.client.InterruptedCallException;
import io.tapline.grpc.v1.Assignment;
import io.tapline.grpc.v1.Demand;
import io.tapline.grpc.v1.DispatchGrpc.DispatchStub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What one wish for work is given: a stream that is closed from our side as soon as something has
 * come, or when patience ends. The server then sends what it was claiming, and ends the stream, so
 * that nothing is on its way that nobody waits for.
 */
final class Helping implements ClientResponseObserver<Demand, Assignment> {

  /** For what the server has begun when our patience ends. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private final Demand demand;
  private final Duration patience;
  private final List<Assignment> given = new ArrayList<>();
  private final CountDownLatch some = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile Throwable broken;
  private ClientCallStreamObserver<Demand> stream;

  Helping(Demand demand, Duration patience) {
    this.demand = demand;
    this.patience = patience;
  }

  List<Assignment> of(DispatchStub server) {
    server.work(this);
    stream.onNext(demand);
    try {
      some.await(patience.toMillis(), TimeUnit.MILLISECONDS);
      stream.onCompleted();
      if (!end.await(MARGIN.toMillis(), TimeUnit.MILLISECONDS)) {
        stream.cancel("the server does not answer", null);
        end.await();
      }
    } catch (InterruptedException e) {
      stream.cancel("interrupted", e);
      Thread.currentThread().interrupt();
      throw new InterruptedCallException(e);
    } catch (IllegalStateException e) {
      // The stream broke between two of our steps; how, it says itself.
      await();
    }
    if (broken != null && given.isEmpty()) {
      throw Refusals.exception(broken);
    }
    return given;
  }

  private void await() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedCallException(e);
    }
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<Demand> out) {
    stream = out;
  }

  @Override
  public void onNext(Assignment assignment) {
    given.add(assignment);
    some.countDown();
  }

  @Override
  public void onError(Throwable thrown) {
    broken = thrown;
    some.countDown();
    end.countDown();
  }

  @Override
  public void onCompleted() {
    some.countDown();
    end.countDown();
  }
}
