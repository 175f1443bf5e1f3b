package io.tapline.server.http;

import io.tapline.server.base.FairShare;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * Reads or drops the body of a request that was refused before its body was read. Tomcat reads it
 * to its end, on the request's thread, for as long as bytes trickle in. Here the answer goes out
 * first; then the rest is read for some seconds, so that a client that is still sending hears why
 * it was refused instead of seeing its connection cut; if it has not come by then, the connection
 * is closed.
 */
final class RefusedBodyValve extends ValveBase {

  /** As much as a client sends before it looks for an answer. */
  private static final long MOST_BYTES = 4L * RequestBody.MOST_BYTES;

  /**
   * Ample for the largest body on a busy machine; the share of the address bounds how many threads
   * do this.
   */
  private static final long MOMENT_NANOS = 10_000_000_000L;

  private final FairShare seats;

  RefusedBodyValve(FairShare seats) {
    super(true);
    this.seats = seats;
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    getNext().invoke(request, response);
    if (request.isAsync() || bodyIsRead(request)) {
      return;
    }
    response.flushBuffer();
    if (!drained(request)) {
      // Closes the connection, too: what still comes is not the next request.
      request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }
  }

  private static boolean bodyIsRead(Request request) {
    var read = new AtomicBoolean();
    request.getCoyoteRequest().action(ActionCode.REQUEST_BODY_FULLY_READ, read);
    return read.get();
  }

  /** Whether all of it came, so that the connection can go on to its next request. */
  private boolean drained(Request request) {
    var seat = seats.take(FairShare.Owner.stranger(ClientAddress.of(request.getRemoteAddr())));
    if (seat == null) {
      return false;
    }
    try (seat) {
      long begun = System.nanoTime();
      var thrownAway = new ThrownAway();
      for (long all = 0; all < MOST_BYTES && System.nanoTime() - begun < MOMENT_NANOS; ) {
        int count = request.getCoyoteRequest().doRead(thrownAway);
        if (count < 0) {
          return true;
        }
        all += count;
      }
      return false;
    } catch (IOException | IllegalStateException e) {
      // It has gone, or is too slow: either way its connection is closed now.
      getContainer().getLogger().debug("the rest of a refused body was not read", e);
      return false;
    }
  }

  /** Below the servlet's own stream, which is closed by now. */
  private static final class ThrownAway implements ApplicationBufferHandler {

    private ByteBuffer buffer = ByteBuffer.allocate(0);

    @Override
    public void setByteBuffer(ByteBuffer bytes) {
      this.buffer = bytes;
    }

    @Override
    public ByteBuffer getByteBuffer() {
      return buffer;
    }

    @Override
    public void expand(int size) {
      // Nothing is kept, so there is always room.
    }
  }
}
