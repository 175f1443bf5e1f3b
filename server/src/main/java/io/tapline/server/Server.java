package io.tapline.server;

import io.tapline.engine.Engine;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.base.ServerOptions;
import io.tapline.server.base.StartupRefused;
import io.tapline.server.database.DeliveryFence;
import io.tapline.server.database.OpenDatabase;
import io.tapline.server.grpc.GrpcListener;
import io.tapline.server.security.FirstToken;
import io.tapline.server.security.LoginLinks;
import io.tapline.server.security.SecuritySettings;
import io.tapline.server.security.StaticTokens;
import io.tapline.server.security.TenantNotice;
import io.tapline.server.tasks.TaskSettings;
import io.tapline.tapdb.InstallationSecret;
import java.net.URI;
import java.util.ArrayList;
import org.springframework.boot.web.server.PortInUseException;

/** A running server: database, engine, upkeep and HTTP, begun and ended in order. */
public final class Server implements AutoCloseable {

  private final ServerSettings settings;
  private final ServerStore store;
  private final ServerContext context;
  private final CompanionRunner companionRunner;
  private boolean closed;

  private Server(
      ServerSettings settings,
      ServerStore store,
      ServerContext context,
      CompanionRunner companionRunner) {
    this.settings = settings;
    this.store = store;
    this.context = context;
    this.companionRunner = companionRunner;
  }

  /**
   * @throws StartupRefused with one sentence, when it cannot start
   */
  public static Server start(ServerSettings settings) {
    return start(settings, CompanionRunner.none());
  }

  /**
   * With somebody beside it.
   *
   * @throws StartupRefused with one sentence, when it cannot start
   */
  public static Server start(ServerSettings settings, CompanionRunner companionRunner) {
    var server = up(settings, companionRunner);
    try {
      companionRunner.start(server.address());
      return server;
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /**
   * Makes or upgrades the database and its tenants as a start does, and leaves it.
   *
   * @return the version of the schema
   * @throws StartupRefused with one sentence, when it cannot be done
   */
  static String prepare(ServerSettings settings) {
    var packs = InstalledPacks.named(settings.packs());
    var log = LifecycleLog.starting(settings.packs());
    try (var database = OpenDatabase.open(settings, settings.database())) {
      log.opened(database);
      TenantSetup.prepareTenants(
          database, new Engine(database.serving(), packs), settings, CompanionRunner.none());
      return database.migrated().to();
    }
  }

  /**
   * Lets deliveries go out from a restored database.
   *
   * @return whether they were fenced
   * @throws StartupRefused with one sentence, when the database cannot be used
   */
  static boolean confirmDeliveries(ServerSettings settings) {
    try (var database = OpenDatabase.open(settings, settings.database())) {
      return DeliveryFence.confirm(database);
    }
  }

  private static Server up(ServerSettings settings, CompanionRunner companionRunner) {
    var packs = companionRunner.packs(settings.packs());
    var served = InstalledPacks.named(packs);
    ExposureCheck.require(settings);
    ListenAddress.require(settings.host(), settings.port());
    var log = LifecycleLog.starting(packs);
    // PostgreSQL starts while the classes of the web server are loaded.
    var store = ServerStore.open(settings, served, companionRunner, log);
    try {
      var server =
          new Server(settings, store, http(settings, store, companionRunner), companionRunner);
      log.ready(server);
      return server;
    } catch (RuntimeException e) {
      store.close();
      throw refused(settings, e);
    }
  }

  private static ServerContext http(
      ServerSettings settings, ServerStore store, CompanionRunner companionRunner) {
    var context = new ServerContext(settings);
    // Each part gets what concerns it, and none the whole.
    context.registerBean(ServerOptions.class, () -> settings);
    context.registerBean(SecuritySettings.class, settings::security);
    context.registerBean(TaskSettings.class, settings::tasks);
    context.registerBean(OpenDatabase.class, store::database, own -> own.setDestroyMethodName(""));
    context.registerBean(Engine.class, store::engine);
    context.registerBean(TenantNotice.class, companionRunner::notice);
    var tokens = new ArrayList<>(settings.tokens());
    tokens.addAll(companionRunner.tokens());
    context.registerBean(
        StaticTokens.class,
        () ->
            new StaticTokens(
                tokens, store.tenants(), InstallationSecret.read(store.database().serving())));
    context.refresh();
    return context;
  }

  private static RuntimeException refused(ServerSettings settings, RuntimeException thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      // Somebody was quicker since we looked.
      if (cause instanceof PortInUseException inUse) {
        return ListenAddress.inUse(settings.host(), settings.port(), inUse);
      }
      if (cause instanceof StartupRefused refused) {
        return refused;
      }
    }
    return thrown;
  }

  public int port() {
    return context.getWebServer().getPort();
  }

  public URI address() {
    var host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
    return URI.create("http://" + host + ":" + port());
  }

  /** Where work is streamed from; 0 when it is not. */
  public int grpcPort() {
    return bean(GrpcListener.class).port();
  }

  /** The administrator's token of a server without configured ones; or null. */
  FirstToken firstToken() {
    return store.firstToken();
  }

  /** A new link that logs its holder in as that administrator, once. */
  URI loginLink() {
    return address().resolve(bean(LoginLinks.class).issue(store.firstToken()));
  }

  CompanionRunner company() {
    return companionRunner;
  }

  public Engine engine() {
    return store.engine();
  }

  public OpenDatabase database() {
    return store.database();
  }

  /** A bean of the running server: for tests of its parts. */
  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /**
   * First it is not ready any more, for the drain delay; then those beside it go; then no new
   * claims and no new passes of upkeep; requests in flight finish, and passes too; then HTTP and
   * the loops, the pool, the embedded PostgreSQL. Each step has its time, and after it the next
   * begins.
   */
  @Override
  public void close() {
    close(ShutdownLimits.of(settings.drainTime()));
  }

  synchronized void close(ShutdownLimits limits) {
    if (closed) {
      return;
    }
    closed = true;
    var database = store.database();
    var upkeep = store.upkeep();
    var drain = context.getBean(ServerDrain.class);
    drain.announce();
    ShutdownStep.pause(settings.drainDelay(), LifecycleLog::leaving);
    LifecycleLog.stopping();
    abortIfSilent();
    ShutdownStep.run("those beside the server", limits.companions(), companionRunner::close);
    upkeep.stop();
    if (!ShutdownStep.run("requests in flight", limits.requests(), drain::run)) {
      // They wait for a database that does not answer: each gets a refusal that it may retry.
      database.abort();
    }
    // Before HTTP, since requests that wait there are woken by what a sweep does.
    ShutdownStep.run("upkeep", limits.upkeep(), upkeep::close);
    ShutdownStep.run("HTTP and what runs beside it", limits.http(), context::close);
    // All had their time: a thread that still waits for the database will not get an answer.
    database.abort();
    ShutdownStep.run("the pool of connections", limits.pool(), database::closePools);
    ShutdownStep.run("the embedded PostgreSQL", limits.postgres(), database::stopEmbedded);
    LifecycleLog.stopped();
  }

  /**
   * Asks the database beside the steps. If it does not answer, nothing that waits for it will end
   * by itself: each request gets a refusal that it may retry, at once.
   */
  private void abortIfSilent() {
    var database = store.database();
    var probe =
        new Thread(
            () -> {
              if (!database.answers()) {
                LifecycleLog.silentDatabase();
                database.abort();
              }
            },
            "tapline-stop-probe");
    probe.setDaemon(true);
    probe.start();
  }
}
