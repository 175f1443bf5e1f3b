package io.tapline.postgres;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A real PostgreSQL server in one directory: durable, with a password, on the loopback interface
 * only.
 *
 * <p>The server survives a killed JVM; the next start on the directory adopts it, or stops it and
 * starts a new one. Only {@link #close()} stops it at the end of the JVM. A killed server is
 * restarted only after {@link #keepUp}.
 */
public final class EmbeddedServer implements AutoCloseable {

  static final String SUPERUSER = "postgres";

  private final ServerDirectory directory;
  private final DirectoryLock lock;
  private final Postmaster postmaster;
  private final PostgresSettings settings;
  private final String password;
  private final ServerStartup.Outcome outcome;
  private PostmasterWatch watch;
  private boolean closed;

  private EmbeddedServer(
      ServerDirectory directory,
      DirectoryLock lock,
      Postmaster postmaster,
      PostgresSettings settings,
      String password,
      ServerStartup.Outcome outcome) {
    this.directory = directory;
    this.lock = lock;
    this.postmaster = postmaster;
    this.settings = settings;
    this.password = password;
    this.outcome = outcome;
  }

  /** Starts on any free port, with the default settings. */
  public static EmbeddedServer start(Path directory) {
    return in(directory).start();
  }

  public static Builder in(Path directory) {
    return new Builder(directory);
  }

  public int port() {
    return outcome.port();
  }

  /** The name of the superuser. */
  public String user() {
    return SUPERUSER;
  }

  public String password() {
    return password;
  }

  /** The URL contains no credentials, so that it can be logged. */
  public String jdbcUrl(String database) {
    return ServerProbe.url(port(), database);
  }

  /** Whether the start adopted a server of a killed JVM. */
  public boolean adopted() {
    return outcome.adopted();
  }

  public Path directory() {
    return directory.root();
  }

  /**
   * Restarts an ended server process on the same port, at most {@value PostmasterWatch#MOST_STARTS}
   * times in ten minutes.
   */
  public synchronized void keepUp(PostmasterListener listener) {
    if (watch == null && !closed) {
      watch = new PostmasterWatch(directory, this::startAgain, listener);
      watch.begin();
    }
  }

  private synchronized void startAgain() throws IOException {
    if (!closed) {
      new ServerStartup(directory, postmaster, settings, password, port()).startOrAdopt();
    }
  }

  /** Stops the server cleanly and keeps its data. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (watch != null) {
      watch.end();
    }
    try (lock) {
      postmaster.stop();
    } catch (IOException e) {
      throw new EmbeddedServerException(
          "The PostgreSQL in %s could not be stopped: %s."
              .formatted(directory.root(), e.getMessage()),
          e);
    }
  }

  /** The start options of a server. */
  public static final class Builder {

    private final Path path;
    private final PostgresSettings settings = new PostgresSettings();
    private int port;

    private Builder(Path path) {
      this.path = path;
    }

    /** 0, the default, selects any free port. */
    public Builder port(int port) {
      this.port = port;
      return this;
    }

    /** Accepts any setting of PostgreSQL except those that protect data and access. */
    public Builder setting(String name, String value) {
      settings.put(name, value);
      return this;
    }

    /** For tests: the data do not survive a crash of the machine. */
    Builder thrownAway() {
      settings.throwAway();
      return this;
    }

    public EmbeddedServer start() {
      try {
        ServerDirectory directory = ServerDirectory.at(path);
        return start(directory, DirectoryLock.acquire(directory));
      } catch (IOException e) {
        throw new EmbeddedServerException(
            "The embedded PostgreSQL in %s could not be started: %s.".formatted(path, e), e);
      }
    }

    private EmbeddedServer start(ServerDirectory directory, DirectoryLock lock) throws IOException {
      boolean started = false;
      try {
        PostgresBinaries binaries = PostgresBinaries.unpackedFor(directory);
        String password = new Cluster(directory, binaries).prepare();
        Postmaster postmaster = new Postmaster(directory, binaries);
        ServerStartup serverStartup =
            new ServerStartup(directory, postmaster, settings, password, port);
        EmbeddedServer server =
            new EmbeddedServer(
                directory, lock, postmaster, settings, password, serverStartup.startOrAdopt());
        started = true;
        return server;
      } finally {
        if (!started) {
          lock.close();
        }
      }
    }
  }
}
