package io.tapline.server.webhooks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Reads the status of an answer. A limited part of the body is read and discarded, so that the
 * connection can be reused; an endless body ends the connection.
 */
final class StatusConsumer implements AsyncResponseConsumer<Void> {

  /** More than a receiver usually returns. */
  static final int MOST_BYTES = 64 * 1024;

  private final CompletableFuture<Integer> status;
  private FutureCallback<Void> end;
  private int bytesRead;

  StatusConsumer(CompletableFuture<Integer> status) {
    this.status = status;
  }

  @Override
  public void consumeResponse(
      HttpResponse response, EntityDetails body, HttpContext context, FutureCallback<Void> end) {
    status.complete(response.getCode());
    this.end = end;
    if (body == null) {
      end.completed(null);
    }
  }

  @Override
  public void informationResponse(HttpResponse response, HttpContext context) {}

  @Override
  public void failed(Exception cause) {
    status.completeExceptionally(cause);
  }

  @Override
  public void updateCapacity(CapacityChannel capacity) throws IOException {
    capacity.update(MOST_BYTES);
  }

  @Override
  public void consume(ByteBuffer some) throws IOException {
    bytesRead += some.remaining();
    some.position(some.limit());
    if (bytesRead > MOST_BYTES) {
      throw new IOException("the answer has more than " + MOST_BYTES + " bytes");
    }
  }

  @Override
  public void streamEnd(List<? extends Header> trailers) {
    end.completed(null);
  }

  @Override
  public void releaseResources() {}
}
