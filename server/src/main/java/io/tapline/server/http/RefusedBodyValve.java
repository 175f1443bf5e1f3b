package io.tapline.server.http;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.springframework.http.HttpHeaders;

/**
 * What becomes of a body that nobody read, because its request was refused before. Tomcat reads it
 * to its end, on the request's thread, for as long as bytes trickle in. Here the answer goes out
 * first; then the rest is read for a moment, so that a client that is still sending hears why it
 * was refused instead of seeing its connection cut; then the connection is closed.
 */
final class RefusedBodyValve extends ValveBase {

  /** As much as a client sends before it looks for an answer. */
  private static final long MOST_BYTES = 4L * RequestBody.MOST_BYTES;

  private static final long MOMENT_NANOS = 2_000_000_000L;

  private final StrangerReads strangers;

  RefusedBodyValve(StrangerReads strangers) {
    super(true);
    this.strangers = strangers;
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    getNext().invoke(request, response);
    if (request.isAsync() || bodyIsRead(request)) {
      return;
    }
    if (!response.isCommitted()) {
      response.setHeader(HttpHeaders.CONNECTION, "close");
    }
    response.finishResponse();
    drain(request);
    request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
  }

  private static boolean bodyIsRead(Request request) {
    var read = new AtomicBoolean();
    request.getCoyoteRequest().action(ActionCode.REQUEST_BODY_FULLY_READ, read);
    return read.get();
  }

  private void drain(Request request) {
    if (!strangers.enter()) {
      return;
    }
    try {
      long begun = System.nanoTime();
      var in = request.getInputStream();
      var thrownAway = new byte[64 * 1024];
      for (long all = 0; all < MOST_BYTES && System.nanoTime() - begun < MOMENT_NANOS; ) {
        int count = in.read(thrownAway);
        if (count < 0) {
          return;
        }
        all += count;
      }
    } catch (IOException | IllegalStateException e) {
      // It has gone, or is too slow: either way its connection is closed now.
      getContainer().getLogger().debug("the rest of a refused body was not read", e);
    } finally {
      strangers.leave();
    }
  }
}
