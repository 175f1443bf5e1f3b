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
 * The stream that delivers the work of queues to one worker, one demand at a time. After the first
 * assignment, or when the wait ends, the client withdraws the rest of the demand. The server then
 * sends the claims in progress and confirms the withdrawal, so no assignment arrives while the
 * worker is not waiting.
 */
final class QueueWorkStream implements ClientResponseObserver<Demand, Assignment> {

  /** Wait for claims that the server has begun when the patience ends. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private static final Demand WITHDRAWAL = Demand.newBuilder().setWithdraw(true).build();

  /** An assignment, a confirmed withdrawal, or the end of the stream. */
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

  /** Whether the stream can deliver nothing more. */
  boolean over() {
    return over;
  }

  /** Closes the stream; the server returns work that it claimed and did not send. */
  void cancel() {
    over = true;
    stream.cancel("nobody waits for it any more", null);
  }

  /**
   * Returns the assignments for one demand. A broken or interrupted stream cannot be used again.
   */
  List<Assignment> ask(Demand demand, Duration patience) {
    var given = new ArrayList<Assignment>();
    try {
      send(demand);
      var first = news.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
      send(WITHDRAWAL);
      for (var one = first != null ? first : next(); goesOn(one, given); one = next()) {
        // Collects until the server confirms the withdrawal.
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
      // The stream broke between two sends; its last event carries the cause.
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
