package io.tapline.server;

import io.tapline.engine.Engine;
import io.tapline.engine.domain.DomainPack;
import io.tapline.server.base.InstalledDoors;
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
import io.tapline.tapdb.InstallationSecret;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.springframework.boot.web.server.PortInUseException;

/** A running server: database, engine, upkeep and HTTP, started and stopped in order. */
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
   * Starts a server with a companion.
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
   * Creates or upgrades the database and its tenants as a start does, and closes it.
   *
   * @return the version of the schema
   * @throws StartupRefused with one sentence, when it fails
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
   * Permits deliveries from a restored database.
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
    // Each part gets its own settings only.
    context.registerBean(ServerOptions.class, () -> settings);
    context.registerBean(SecuritySettings.class, settings::security);
    context.registerBean(InstalledDoors.class, settings::doors);
    for (var own : settings.doors().settings()) {
      context.getBeanFactory().registerSingleton(own.getClass().getName(), own);
    }
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
      // Another process may have taken the port since the check.
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

  /** The gRPC port; 0 when there is no listener. */
  public int grpcPort() {
    return bean(GrpcListener.class).port();
  }

  /** The administrator's token of a server without configured tokens; or null. */
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

  /** A bean of the running server, for tests of its parts. */
  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /**
   * Stops the server: it is not ready for the drain delay; the companion ends; new claims and new
   * runs of upkeep stop; requests in flight and running upkeep finish; then HTTP and the loops, the
   * pools and the embedded PostgreSQL end. Each step has a time limit, after which the next begins.
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
      // They wait for a database that does not answer; each gets a refusal that the client may
      // retry.
      database.abort();
    }
    // Before HTTP, because the effects of a sweep wake requests that wait there.
    ShutdownStep.run("upkeep", limits.upkeep(), upkeep::close);
    ShutdownStep.run("HTTP and what runs beside it", limits.http(), context::close);
    // All time limits are over: a thread that still waits for the database gets no answer.
    database.abort();
    ShutdownStep.run("the pool of connections", limits.pool(), database::closePools);
    ShutdownStep.run("the embedded PostgreSQL", limits.postgres(), database::stopEmbedded);
    LifecycleLog.stopped();
  }

  /**
   * Probes the database concurrently. If it does not answer, no wait for it would end: each request
   * gets a refusal at once, which the client may retry.
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

  /** The packs on the class path, by name. */
  private static final class InstalledPacks {

    private InstalledPacks() {}

    /**
     * @throws StartupRefused when a pack does not exist
     */
    static List<DomainPack> named(List<String> names) {
      if (names.isEmpty()) {
        // Loading the packs would delay a start that needs none.
        return List.of();
      }
      var there = new TreeMap<String, DomainPack>();
      ServiceLoader.load(DomainPack.class).forEach(pack -> there.put(pack.name(), pack));
      var packs = new ArrayList<DomainPack>();
      for (var name : new LinkedHashSet<>(names)) {
        if (!there.containsKey(name)) {
          throw new StartupRefused(
              "There is no pack " + name + "; there are " + there.keySet() + ".");
        }
        packs.add(there.get(name));
      }
      return packs;
    }
  }
}
