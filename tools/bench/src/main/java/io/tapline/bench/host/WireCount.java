package io.tapline.bench.host;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the statements that connections send to PostgreSQL and their waits for an answer. It
 * counts at the socket, so it includes the statements that the driver adds, and statements that are
 * sent together are one round trip.
 */
public final class WireCount implements AutoCloseable {

  /** The driver creates the sockets and can only pass a name. */
  private static final Map<String, WireCount> OPEN = new ConcurrentHashMap<>();

  private final String name = UUID.randomUUID().toString();
  private final AtomicLong statements = new AtomicLong();
  private final AtomicLong trips = new AtomicLong();

  public WireCount() {
    OPEN.put(name, this);
  }

  static WireCount named(String name) {
    return OPEN.get(name);
  }

  /** The JDBC parameter that makes a connection count here. Encrypted messages are not read. */
  public String parameter() {
    return "sslmode=disable&gssEncMode=disable&socketFactory="
        + CountingSocketFactory.class.getName()
        + "&socketFactoryArg="
        + name;
  }

  public long statements() {
    return statements.get();
  }

  public long trips() {
    return trips.get();
  }

  void statement() {
    statements.incrementAndGet();
  }

  void trip() {
    trips.incrementAndGet();
  }

  @Override
  public void close() {
    OPEN.remove(name);
  }
}
