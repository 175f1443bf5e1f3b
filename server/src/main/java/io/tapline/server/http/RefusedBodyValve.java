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
 * Reads or drops the body of a request that was refused before its body was read. Tomcat would read
 * it to its end on the request's thread, at any rate. This valve sends the answer first and then
 * reads the rest for some seconds, so that a client that is still sending receives the reason
 * instead of a connection reset. After that the connection is closed.
 */
final class RefusedBodyValve extends ValveBase {

  /** The number of bytes that a client sends before it reads an answer. */
  private static final long MOST_BYTES = 4L * BodyReader.MOST_BYTES;

  /**
   * Ample for the largest body on a busy machine; the share of the address bounds the number of
   * such threads.
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
      // Also closes the connection, because the remaining bytes are not the next request.
      request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }
  }

  private static boolean bodyIsRead(Request request) {
    var read = new AtomicBoolean();
    request.getCoyoteRequest().action(ActionCode.REQUEST_BODY_FULLY_READ, read);
    return read.get();
  }

  /** Whether the whole body was read, so that the connection can be reused. */
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
      // The client has gone or is too slow; its connection is closed in both cases.
      getContainer().getLogger().debug("the rest of a refused body was not read", e);
      return false;
    }
  }

  /** Reads below the servlet's stream, which is closed at this point. */
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
      // Nothing is stored, so the buffer need not grow.
    }
  }
}
