package io.tapline.server.http;

import io.tapline.server.base.FairShare;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerShares;
import io.tapline.server.base.Ticker;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.catalina.util.NetMaskSet;
import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tomcat's HTTP/1.1 with the connections of clients: their number is limited by address, and each
 * request has its {@link ClientConnection}, where a waiting claim detects that its client has gone.
 */
public final class WatchedProtocol extends Http11NioProtocol {

  private static final Logger LOG = LoggerFactory.getLogger(WatchedProtocol.class);

  public WatchedProtocol() {
    super(new LimitedEndpoint());
  }

  LimitedEndpoint limitedEndpoint() {
    return (LimitedEndpoint) getEndpoint();
  }

  @Override
  protected Processor createProcessor() {
    return new WatchedProcessor(this, new Naming(getAdapter()));
  }

  private static final class WatchedProcessor extends Http11Processor {

    private final Naming naming;

    WatchedProcessor(WatchedProtocol protocol, Naming naming) {
      super(protocol, naming);
      this.naming = naming;
    }

    @Override
    public SocketState service(SocketWrapperBase<?> socket) throws IOException {
      naming.connection = socket.getSocket() instanceof ClientConnection known ? known : null;
      if (naming.connection != null) {
        naming.connection.awaitHead();
      }
      return super.service(socket);
    }
  }

  /** One for each processor, and so for one connection at a time. */
  private static final class Naming implements Adapter {

    private final Adapter own;
    private ClientConnection connection;

    Naming(Adapter own) {
      this.own = own;
    }

    @Override
    public void service(Request request, Response response) throws Exception {
      if (connection == null) {
        own.service(request, response);
        return;
      }
      request.setAttribute(ClientConnection.ATTRIBUTE, connection);
      var seat = connection.beginRequest(response);
      try {
        own.service(request, response);
      } finally {
        seat.leave();
      }
    }

    @Override
    public boolean prepare(Request request, Response response) throws Exception {
      return own.prepare(request, response);
    }

    @Override
    public boolean asyncDispatch(Request request, Response response, SocketEvent status)
        throws Exception {
      return own.asyncDispatch(request, response, status);
    }

    @Override
    public void log(Request request, Response response, long time) {
      own.log(request, response, time);
    }

    @Override
    public void checkRecycled(Request request, Response response) {
      own.checkRecycled(request, response);
    }

    @Override
    public String getDomain() {
      return own.getDomain();
    }
  }

  /**
   * Tomcat's sockets, with a share of the connections for each address. A reverse proxy carries the
   * connections of many clients, so the configured proxies are limited by the total only.
   */
  static final class LimitedEndpoint extends NioEndpoint {

    private final Map<SocketChannel, FairShare.Grant> open = new ConcurrentHashMap<>();
    private final NetMaskSet proxies = new NetMaskSet();
    private ServerShares shares;
    private Ticker ticker;

    /**
     * Must be called before the server listens.
     *
     * @param trustedProxies CIDR blocks separated by commas; null for none
     */
    void limit(ServerShares shares, Ticker ticker, String trustedProxies) {
      this.shares = shares;
      this.ticker = ticker;
      if (trustedProxies != null) {
        proxies.addAll(trustedProxies);
      }
      setMaxConnections((int) shares.of(LimitedResource.CONNECTIONS).total());
    }

    @Override
    protected boolean setSocketOptions(SocketChannel socket) {
      if (!admit(socket)) {
        destroySocket(socket);
        return false;
      }
      return super.setSocketOptions(socket);
    }

    private boolean admit(SocketChannel socket) {
      try {
        if (!(socket.getRemoteAddress() instanceof InetSocketAddress remote)
            || proxies.contains(remote.getAddress())) {
          return true;
        }
        var grant = take(remote.getAddress());
        if (grant == null) {
          LOG.debug("connection refused: {} has reached its share of connections", remote);
          return false;
        }
        open.put(socket, grant);
        return true;
      } catch (IOException e) {
        LOG.debug("connection closed before it was accepted", e);
        return false;
      }
    }

    private FairShare.Grant take(InetAddress address) {
      var connections = shares.of(LimitedResource.CONNECTIONS);
      var owner = FairShare.Owner.stranger(ClientAddress.of(address.getHostAddress()));
      var grant = connections.take(owner);
      if (grant != null) {
        return grant;
      }
      // Finds sockets that were closed below Tomcat's channel.
      open.keySet().stream().filter(socket -> !socket.isOpen()).forEach(this::release);
      return connections.take(owner);
    }

    void release(SocketChannel socket) {
      var grant = socket == null ? null : open.remove(socket);
      if (grant != null) {
        grant.close();
      }
    }

    @Override
    protected void destroySocket(SocketChannel socket) {
      release(socket);
      super.destroySocket(socket);
    }

    @Override
    protected NioChannel createChannel(SocketBufferHandler buffer) {
      return isSSLEnabled()
          ? super.createChannel(buffer)
          : new ClientConnection(
              buffer, ticker, shares.of(LimitedResource.SLOW_WRITES), this::release);
    }
  }

  /**
   * The connection of one client, which limits slow clients at the socket: one deadline for a whole
   * head, because Tomcat limits only the pause between two of its bytes; and a share of the threads
   * that wait until a client reads its answer.
   */
  public static final class ClientConnection extends NioChannel {

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
     * The thread that serves one request, as a part of a share. It is an object of the request:
     * when a thread leaves a request whose client has gone, the connection object may already serve
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
}
