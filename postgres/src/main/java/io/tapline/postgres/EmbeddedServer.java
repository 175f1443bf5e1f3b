package io.tapline.postgres;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A real PostgreSQL server that lives in one directory: durable, behind a password, on the loopback
 * only.
 *
 * <p>It outlives a killed JVM; the next start on the directory takes it over, or stops it and
 * starts anew. Nothing stops it at the JVM's end but {@link #close()}. One that is killed stays
 * down unless it is {@linkplain #keepUp kept up}.
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

  /** On any free port, with the default settings. */
  public static EmbeddedServer start(Path directory) {
    return in(directory).start();
  }

  public static Builder in(Path directory) {
    return new Builder(directory);
  }

  public int port() {
    return outcome.port();
  }

  /** The superuser. */
  public String user() {
    return SUPERUSER;
  }

  public String password() {
    return password;
  }

  /** Without credentials, so that it can be logged. */
  public String jdbcUrl(String database) {
    return ServerProbe.url(port(), database);
  }

  /** Whether a server left over by a killed JVM was taken over. */
  public boolean adopted() {
    return outcome.adopted();
  }

  public Path directory() {
    return directory.root();
  }

  /**
   * From now on a server process that ends is started again, on the same port: at most {@value
   * PostmasterWatch#MOST_STARTS} times in ten minutes.
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

  /** How a server is to be started. */
  public static final class Builder {

    private final Path path;
    private final PostgresSettings settings = new PostgresSettings();
    private int port;

    private Builder(Path path) {
      this.path = path;
    }

    /** 0, the default, is any free port. */
    public Builder port(int port) {
      this.port = port;
      return this;
    }

    /** Any setting of PostgreSQL, save those that keep data and door safe. */
    public Builder setting(String name, String value) {
      settings.put(name, value);
      return this;
    }

    /** For tests: what is in it does not survive a crash of the machine. */
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
