package io.tapline.server.longpoll;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * LISTEN and NOTIFY of PostgreSQL. One connection listens; notifications are collected and sent in
 * separate transactions, at an interval of at least some milliseconds, because a commit that
 * notifies takes a lock on the whole cluster.
 */
final class PgNotifier implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PgNotifier.class);

  /**
   * Long enough to collect the notices of a busy server, short enough not to delay a claim
   * noticeably.
   */
  private static final long APART_MILLIS = 10;

  /** The connection is tested after this time without a notification. */
  private static final int SILENCE_MILLIS = 10_000;

  private static final long RETRY_MILLIS = 1_000;

  private final DataSource pool;
  private final DataSource single;
  private final WaitScheduler waitScheduler;
  private final Consumer<PeerNotice> receiver;
  private final Runnable missed;
  private final Thread listener = new Thread(this::listen, "tapline-listening");

  private final Set<String> pending = new LinkedHashSet<>();
  private boolean sendScheduled;
  private long lastSentNanos = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(APART_MILLIS);

  private volatile Connection listening;
  private volatile boolean closed;

  /**
   * @param single connections outside the pool, of which one is kept
   * @param missed called whenever listening begins, because earlier notifications were not received
   */
  PgNotifier(
      DataSource pool,
      DataSource single,
      WaitScheduler waitScheduler,
      Consumer<PeerNotice> receiver,
      Runnable missed) {
    this.pool = pool;
    this.single = single;
    this.waitScheduler = waitScheduler;
    this.receiver = receiver;
    this.missed = missed;
    listener.setDaemon(true);
  }

  void start() {
    listener.start();
  }

  /** Sends the notice soon; repeated calls until then send it once. */
  void send(PeerNotice notice) {
    synchronized (pending) {
      if (!pending.add(notice.toString()) || sendScheduled || closed) {
        return;
      }
      sendScheduled = true;
      long wait = APART_MILLIS - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastSentNanos);
      if (wait > 0) {
        waitScheduler.in(wait, () -> waitScheduler.now(this::sendPending));
        return;
      }
    }
    waitScheduler.now(this::sendPending);
  }

  private void sendPending() {
    String[] texts;
    synchronized (pending) {
      texts = pending.toArray(String[]::new);
      pending.clear();
      sendScheduled = false;
      lastSentNanos = System.nanoTime();
    }
    try (var connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      try (var statement = connection.createStatement()) {
        // The next scan finds everything that a lost notification announced.
        statement.execute("set local synchronous_commit to off");
      }
      try (var statement =
          connection.prepareStatement("select pg_notify(?, text) from unnest(?) as text")) {
        statement.setString(1, PeerNotice.CHANNEL);
        statement.setArray(2, connection.createArrayOf("text", texts));
        statement.execute();
      }
      connection.commit();
    } catch (SQLException e) {
      LOG.debug("a notification failed; other servers find the job within a second", e);
    }
  }

  private void listen() {
    while (!closed) {
      try (var connection = single.getConnection()) {
        listening = connection;
        try (var statement = connection.createStatement()) {
          statement.execute("listen " + PeerNotice.CHANNEL);
        }
        missed.run();
        while (!closed) {
          receive(connection);
        }
      } catch (SQLException | RuntimeException e) {
        // Any failure is retried; without this connection only the timers of the server wake
        // requests.
        if (!closed) {
          LOG.warn("the listening connection failed and is reopened: {}", e.getMessage());
          pause();
        }
      }
    }
  }

  private void receive(Connection connection) throws SQLException {
    var received = connection.unwrap(PGConnection.class).getNotifications(SILENCE_MILLIS);
    if (received == null || received.length == 0) {
      try (var statement = connection.createStatement()) {
        // A broken connection is detected only by its use.
        statement.execute("select 1");
      }
      return;
    }
    for (var one : received) {
      var notice = PeerNotice.parse(one.getParameter());
      if (notice != null) {
        receiver.accept(notice);
      }
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed = true;
    listener.interrupt();
    try {
      var connection = listening;
      if (connection != null) {
        connection.abort(Runnable::run);
      }
      listener.join(TimeUnit.SECONDS.toMillis(2));
    } catch (SQLException e) {
      LOG.debug("the listening connection was already closed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
