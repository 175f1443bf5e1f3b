package io.tapline.server;

import java.net.URI;
import java.util.List;

/**
 * A program that runs inside the server's process, in a tenant of its own, and uses the public API
 * like any client. Found by {@link java.util.ServiceLoader}, so that the server does not depend on
 * it.
 */
public interface Companion {

  /** By which it is asked for: {@code --demo}. */
  String name();

  /** The one tenant that it lives in. */
  String tenant();

  /** What that tenant is called; by it the companion knows its own. */
  String title();

  /** A notice for people who look at that tenant. */
  String notice();

  /** The packs that it cannot do without. */
  List<String> packs();

  /**
   * Called once the server is up.
   *
   * @param adminToken of an administrator of the tenant; ends with this server
   * @param speed how fast its time goes by; 1 is for watching
   * @return what is closed before the server stops
   */
  Running start(URI server, String adminToken, double speed);

  /** A companion that was started. */
  interface Running extends AutoCloseable {
    @Override
    void close();
  }
}
