package io.tapline.server.http;

import io.tapline.server.base.FairShare;
import io.tapline.server.base.Ticker;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SocketBufferHandler;

/**
 * The connection of one client, which limits slow clients at the socket: one deadline for a whole
 * head, because Tomcat limits only the pause between two of its bytes; and a share of the threads
 * that wait until a client reads its answer.
 */
public final class ClientConnection extends NioChannel {

  /** The request attribute of its connection. */
  static final String ATTRIBUTE = ClientConnection.class.getName();

  /** Limit from the first byte of a request to the end of its head. */
  static final Duration HEAD = Duration.ofSeconds(10);

  /** Limit from the first byte that a client did not take to the end of its answer. */
  static final Duration ANSWER = Duration.ofSeconds(60);

  private final Ticker ticker;
  private final FairShare slowWrites;
  private final Consumer<SocketChannel> whenClosed;
  private volatile FairShare.Owner owner;
  private volatile ThreadSeat seat = new ThreadSeat();
  private volatile FairShare.Grant slowWrite;
  private volatile Response response;
  private volatile boolean awaitsHead;
  private volatile boolean headBegun;
  private volatile long headSince;
  private volatile long slowSince;

  ClientConnection(
      SocketBufferHandler buffer,
      Ticker ticker,
      FairShare slowWrites,
      Consumer<SocketChannel> whenClosed) {
    super(buffer);
    this.ticker = ticker;
    this.slowWrites = slowWrites;
    this.whenClosed = whenClosed;
  }

  /** Null if the request did not arrive at a socket of this server. */
  public static ClientConnection of(HttpServletRequest request) {
    return request.getAttribute(ATTRIBUTE) instanceof ClientConnection connection
        ? connection
        : null;
  }

  @Override
  public void reset(SocketChannel socket, NioSocketWrapper wrapper) throws IOException {
    super.reset(socket, wrapper);
    awaitsHead = true;
    headBegun = false;
    response = null;
    owner = null;
  }

  /** Expects a head next; a head that arrives in parts keeps its start time. */
  void awaitHead() {
    awaitsHead = true;
  }

  /**
   * The thread that serves one request, as a part of a share. It is an object of the request: when
   * a thread leaves a request whose client has gone, the connection object may already serve
   * another client.
   */
  static final class ThreadSeat {

    private volatile FairShare.Grant grant;

    void leave() {
      var held = grant;
      grant = null;
      if (held != null) {
        held.close();
      }
    }
  }

  /** Marks the head as complete. */
  ThreadSeat beginRequest(Response answer) {
    awaitsHead = false;
    headBegun = false;
    owner = null;
    response = answer;
    seat = new ThreadSeat();
    return seat;
  }

  /** Charges the costs of this request to its principal. */
  void proveOwner(FairShare.Owner principal) {
    owner = principal;
  }

  /** Counts the thread of this request to a share until it leaves the request. */
  void keepThread(FairShare.Grant grant) {
    seat.grant = grant;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    int count = super.read(target);
    if (count > 0 && awaitsHead) {
      long now = ticker.nanos();
      if (!headBegun) {
        headBegun = true;
        headSince = now;
      } else if (now - headSince > HEAD.toNanos()) {
        throw new SocketTimeoutException("the head of a request did not end in time");
      }
    }
    return count;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    int count = super.write(source);
    var answer = response;
    // Event streams are written when their clients are ready, and wait without a thread.
    if (source.hasRemaining() && (answer == null || answer.getWriteListener() == null)) {
      requireWaitSeat();
    } else {
      endSlowWrite();
    }
    return count;
  }

  private void requireWaitSeat() throws IOException {
    long now = ticker.nanos();
    if (slowWrite == null) {
      slowWrite = slowWrites.take(payer());
      slowSince = now;
      if (slowWrite == null) {
        throw new IOException("too many clients read their answers slowly");
      }
    } else if (now - slowSince > ANSWER.toNanos()) {
      throw new SocketTimeoutException("an answer was not read in time");
    }
  }

  private FairShare.Owner payer() throws IOException {
    if (owner != null) {
      return owner;
    }
    return sc.getRemoteAddress() instanceof InetSocketAddress remote
        ? FairShare.Owner.stranger(ClientAddress.of(remote.getAddress().getHostAddress()))
        : FairShare.Owner.stranger("unknown");
  }

  private void endSlowWrite() {
    var grant = slowWrite;
    slowWrite = null;
    if (grant != null) {
      grant.close();
    }
  }

  @Override
  public void close() throws IOException {
    endSlowWrite();
    whenClosed.accept(sc);
    super.close();
  }
}
