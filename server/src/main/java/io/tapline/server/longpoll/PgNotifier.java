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
 * LISTEN and NOTIFY of PostgreSQL. One connection listens; notifications are gathered and sent in
 * transactions of their own, no more often than every few milliseconds, because a commit that
 * notifies takes a lock of the whole cluster.
 */
final class PgNotifier implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PgNotifier.class);

  /** Long enough to gather what a busy server says, short enough to go unnoticed. */
  private static final long APART_MILLIS = 10;

  /** The connection is looked at when it was silent for so long. */
  private static final int SILENCE_MILLIS = 10_000;

  private static final long RETRY_MILLIS = 1_000;

  private final DataSource pool;
  private final DataSource single;
  private final WaitScheduler waitScheduler;
  private final Consumer<PeerNotice> hears;
  private final Runnable missed;
  private final Thread ear = new Thread(this::listen, "tapline-listening");

  private final Set<String> unsaid = new LinkedHashSet<>();
  private boolean speaking;
  private long spoke = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(APART_MILLIS);

  private volatile Connection listening;
  private volatile boolean closed;

  /**
   * @param single connections outside the pool, of which one is kept
   * @param missed called whenever listening begins: what was said before was not heard
   */
  PgNotifier(
      DataSource pool,
      DataSource single,
      WaitScheduler waitScheduler,
      Consumer<PeerNotice> hears,
      Runnable missed) {
    this.pool = pool;
    this.single = single;
    this.waitScheduler = waitScheduler;
    this.hears = hears;
    this.missed = missed;
    ear.setDaemon(true);
  }

  void start() {
    ear.start();
  }

  /** Says it soon, once, however often it is asked to until then. */
  void say(PeerNotice notice) {
    synchronized (unsaid) {
      if (!unsaid.add(notice.toString()) || speaking || closed) {
        return;
      }
      speaking = true;
      long wait = APART_MILLIS - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - spoke);
      if (wait > 0) {
        waitScheduler.in(wait, () -> waitScheduler.now(this::speak));
        return;
      }
    }
    waitScheduler.now(this::speak);
  }

  private void speak() {
    String[] texts;
    synchronized (unsaid) {
      texts = unsaid.toArray(String[]::new);
      unsaid.clear();
      speaking = false;
      spoke = System.nanoTime();
    }
    try (var connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      try (var statement = connection.createStatement()) {
        // Nothing is lost that the next look would not find, so nobody waits for the disk.
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
      LOG.debug("could not notify; others find out within a second", e);
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
          hear(connection);
        }
      } catch (SQLException | RuntimeException e) {
        // Whatever it is: a server that does not listen is woken by its own timers alone.
        if (!closed) {
          LOG.warn("not listening to the database for a moment: {}", e.getMessage());
          pause();
        }
      }
    }
  }

  private void hear(Connection connection) throws SQLException {
    var heard = connection.unwrap(PGConnection.class).getNotifications(SILENCE_MILLIS);
    if (heard == null || heard.length == 0) {
      try (var statement = connection.createStatement()) {
        // A connection that broke silently is found out by use only.
        statement.execute("select 1");
      }
      return;
    }
    for (var one : heard) {
      var notice = PeerNotice.parse(one.getParameter());
      if (notice != null) {
        hears.accept(notice);
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
    ear.interrupt();
    try {
      var connection = listening;
      if (connection != null) {
        connection.abort(Runnable::run);
      }
      ear.join(TimeUnit.SECONDS.toMillis(2));
    } catch (SQLException e) {
      LOG.debug("the listening connection was gone before", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
