package io.tapline.server.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.tapline.grpc.keda.IsActiveResponse;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Sends a KEDA subscriber whether there is work, at once and at every change. */
final class ActivityStream {

  private final BooleanSupplier active;
  private final GrpcCaller caller;
  private final ServerCallStreamObserver<IsActiveResponse> out;
  private final Consumer<ActivityStream> whenEnded;
  private Boolean lastSent;
  private boolean ended;

  ActivityStream(
      BooleanSupplier active,
      GrpcCaller caller,
      ServerCallStreamObserver<IsActiveResponse> out,
      Consumer<ActivityStream> whenEnded) {
    this.active = active;
    this.caller = caller;
    this.out = out;
    this.whenEnded = whenEnded;
    out.setOnCancelHandler(this::left);
  }

  /** The token is checked each time, because it may have been revoked. */
  synchronized void look() {
    if (ended) {
      return;
    }
    try {
      boolean now = active.getAsBoolean();
      if (lastSent == null || lastSent != now) {
        lastSent = now;
        out.onNext(ScalerService.active(now));
      }
    } catch (RuntimeException e) {
      left();
      out.onError(caller.refusal(e));
    }
  }

  synchronized void end() {
    if (!ended) {
      left();
      out.onCompleted();
    }
  }

  private synchronized void left() {
    ended = true;
    whenEnded.accept(this);
  }
}
