package io.tapline.server.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.tapline.grpc.keda.IsActiveResponse;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A subscriber that hears whether there is work, at once and whenever that changes. */
final class ActivityStream {

  private final BooleanSupplier active;
  private final GrpcCaller caller;
  private final ServerCallStreamObserver<IsActiveResponse> out;
  private final Consumer<ActivityStream> whenEnded;
  private Boolean told;
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

  /** Its token is asked again each time: it may have been revoked. */
  synchronized void look() {
    if (ended) {
      return;
    }
    try {
      boolean now = active.getAsBoolean();
      if (told == null || told != now) {
        told = now;
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
