package io.tapline.server.http;

import java.io.IOException;
import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * Tomcat's HTTP/1.1, which also gives each request its {@link ClientConnection}: a waiting claim
 * detects there that its client has gone, and the limits of slow clients are applied there.
 */
public final class WatchedProtocol extends Http11NioProtocol {

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
}
