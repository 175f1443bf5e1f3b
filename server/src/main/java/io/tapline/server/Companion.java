package io.tapline.server;

import java.net.URI;
import java.util.List;

/**
 * A program that runs inside the server's process, in its own tenant, and uses the public API like
 * any client. {@link java.util.ServiceLoader} finds it, so that the server does not depend on it.
 */
public interface Companion {

  /** The name of its option: {@code --demo}. */
  String name();

  /** The key of its tenant. */
  String tenant();

  /** The display name of its tenant, by which the companion recognizes it. */
  String title();

  /** A notice for users of that tenant. */
  String notice();

  /** The packs that it requires. */
  List<String> packs();

  /**
   * Called after the start of the server.
   *
   * @param adminToken of an administrator of the tenant; it ends with this server
   * @param speed scales its time; at 1 a person can follow it
   * @return the handle that is closed before the server stops
   */
  Running start(URI server, String adminToken, double speed);

  interface Running extends AutoCloseable {
    @Override
    void close();
  }
}
