package io.tapline.server.http;

import io.tapline.server.base.FairShare;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerShares;
import io.tapline.server.base.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.catalina.util.NetMaskSet;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tomcat's sockets, with a share of the connections for each address. A reverse proxy carries the
 * connections of many clients, so the configured proxies are limited by the total only.
 */
final class LimitedEndpoint extends NioEndpoint {

  private static final Logger LOG = LoggerFactory.getLogger(LimitedEndpoint.class);

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
