package io.tapline.server.longpoll;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * Tomcat's HTTP/1.1, which also gives each request its connection, so that a waiting claim notices
 * when its client has gone. A servlet that answers later cannot learn that its client has gone:
 * Tomcat does not look at the connection while nothing is written. {@link ClientWatch} does.
 */
public final class WatchedProtocol extends Http11NioProtocol {

  /** A request's attribute: its connection. */
  static final String CONNECTION = WatchedProtocol.class.getName();

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
      naming.channel = socket.getSocket() instanceof NioChannel nio ? nio.getIOChannel() : null;
      return super.service(socket);
    }
  }

  /** One for each processor, and so for one connection at a time. */
  private static final class Naming implements Adapter {

    private final Adapter own;
    private SocketChannel channel;

    Naming(Adapter own) {
      this.own = own;
    }

    @Override
    public void service(Request request, Response response) throws Exception {
      request.setAttribute(CONNECTION, channel);
      own.service(request, response);
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
}
