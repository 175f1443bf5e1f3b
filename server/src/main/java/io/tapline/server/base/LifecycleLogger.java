package io.tapline.server.base;

/**
 * The logger of a server's start, stop, and loss and return of its database. The default
 * configuration prints its lines from INFO on; loggers of classes print from WARN on.
 */
public final class LifecycleLogger {

  public static final String NAME = "tapline.server";

  private LifecycleLogger() {}
}
