package io.tapline.client.grpc;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tapline.client.error.InterruptedCallException;
import io.tapline.grpc.v1.Assignment;
import io.tapline.grpc.v1.Demand;
import io.tapline.grpc.v1.DispatchGrpc.DispatchStub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The stream over which one worker is given the work of one queue, demand after demand. As soon as
 * something has come, or when the wait ends, the unserved rest of the demand is withdrawn; the
 * server then sends what it was claiming, and says that nothing more comes, so that no assignment
 * arrives that the worker does not wait for. One demand at a time.
 */
final class QueueWorkStream implements ClientResponseObserver<Demand, Assignment> {

  /** For what the server has begun when our patience ends. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private static final Demand WITHDRAWAL = Demand.newBuilder().setWithdraw(true).build();

  /** What came: assignments, the word that no more come, and at last how the stream ended. */
  private sealed interface StreamEvent {
    record Came(Assignment assignment) implements StreamEvent {}

    record Ended(Throwable broken) implements StreamEvent {}
  }

  private final BlockingQueue<StreamEvent> news = new LinkedBlockingQueue<>();
  private ClientCallStreamObserver<Demand> stream;
  private volatile boolean over;

  static QueueWorkStream open(DispatchStub server) {
    var opened = new QueueWorkStream();
    server.work(opened);
    return opened;
  }

  /** Whether nothing more can come of it. */
  boolean over() {
    return over;
  }

  /** Nobody waits any more. What was claimed and not sent goes back. */
  void cancel() {
    over = true;
    stream.cancel("nobody waits for it any more", null);
  }

  /** What the wish is given. The stream is over if it breaks, or is interrupted. */
  List<Assignment> ask(Demand demand, Duration patience) {
    var given = new ArrayList<Assignment>();
    try {
      send(demand);
      var first = news.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
      send(WITHDRAWAL);
      for (var one = first != null ? first : next(); goesOn(one, given); one = next()) {
        // Until the server says that nothing more comes.
      }
    } catch (InterruptedException e) {
      cancel();
      Thread.currentThread().interrupt();
      throw new InterruptedCallException(e);
    }
    return given;
  }

  private void send(Demand demand) {
    try {
      stream.onNext(demand);
    } catch (IllegalStateException e) {
      // The stream broke between two of our steps; how, it says itself.
      over = true;
    }
  }

  private StreamEvent next() throws InterruptedException {
    var one = news.poll(MARGIN.toMillis(), TimeUnit.MILLISECONDS);
    if (one == null) {
      cancel();
      one = news.take();
    }
    return one;
  }

  private boolean goesOn(StreamEvent one, List<Assignment> given) {
    if (one instanceof StreamEvent.Ended ended) {
      over = true;
      if (given.isEmpty()) {
        throw GrpcProblems.exception(ended.broken());
      }
      return false;
    }
    var assignment = ((StreamEvent.Came) one).assignment();
    if (!assignment.getWithdrawn()) {
      given.add(assignment);
    }
    return !assignment.getWithdrawn();
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<Demand> out) {
    stream = out;
  }

  @Override
  public void onNext(Assignment assignment) {
    news.add(new StreamEvent.Came(assignment));
  }

  @Override
  public void onError(Throwable thrown) {
    end(thrown);
  }

  @Override
  public void onCompleted() {
    end(Status.UNAVAILABLE.withDescription("the server ended the stream").asRuntimeException());
  }

  private void end(Throwable broken) {
    over = true;
    news.add(new StreamEvent.Ended(broken));
  }
}
