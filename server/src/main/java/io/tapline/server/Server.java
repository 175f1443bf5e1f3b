package io.tapline.server;

import io.tapline.engine.Engine;
import io.tapline.engine.EngineUpkeep;
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
import java.util.List;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** A running server: database, engine, upkeep and HTTP, begun and ended in order. */
public final class Server implements AutoCloseable {

  private final ServerSettings settings;
  private final OpenDatabase database;
  private final Engine engine;
  private final EngineUpkeep upkeep;
  private final ConfigurableApplicationContext context;
  private final FirstToken first;
  private final CompanionRunner companionRunner;
  private boolean closed;

  private Server(
      ServerSettings settings,
      OpenDatabase database,
      Engine engine,
      EngineUpkeep upkeep,
      ConfigurableApplicationContext context,
      FirstToken first,
      CompanionRunner companionRunner) {
    this.settings = settings;
    this.database = database;
    this.engine = engine;
    this.upkeep = upkeep;
    this.context = context;
    this.first = first;
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
    var database = OpenDatabase.open(settings, settings.database());
    try {
      log.opened(database);
      var engine = new Engine(database.serving(), served);
      var tenants = TenantSetup.prepareTenants(database, engine, settings, companionRunner);
      var first =
          settings.guarded()
              ? null
              : FirstToken.in(
                  settings.data(),
                  engine,
                  companionRunner.homeTenant(),
                  tenants.get(companionRunner.homeTenant()));
      var upkeep =
          EngineUpkeep.start(engine, database.serving(), database.owner(), settings.sweepEvery());
      try {
        var context = http(settings, database, engine, tenants, companionRunner);
        var server =
            new Server(settings, database, engine, upkeep, context, first, companionRunner);
        log.ready(server);
        return server;
      } catch (RuntimeException e) {
        upkeep.close();
        throw e;
      }
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  private static ConfigurableApplicationContext http(
      ServerSettings settings,
      OpenDatabase database,
      Engine engine,
      Map<String, Long> tenants,
      CompanionRunner companionRunner) {
    var application = new SpringApplication(ServerApplication.class);
    application.setBannerMode(Banner.Mode.OFF);
    application.setLogStartupInfo(false);
    // The server ends itself, in its own order.
    application.setRegisterShutdownHook(false);
    application.addInitializers(
        context -> {
          var beans = (GenericApplicationContext) context;
          // Each part gets what concerns it, and none the whole.
          beans.registerBean(ServerOptions.class, () -> settings);
          beans.registerBean(SecuritySettings.class, settings::security);
          beans.registerBean(TaskSettings.class, settings::tasks);
          beans.registerBean(
              OpenDatabase.class, () -> database, own -> own.setDestroyMethodName(""));
          beans.registerBean(Engine.class, () -> engine);
          beans.registerBean(TenantNotice.class, companionRunner::notice);
          var tokens = new ArrayList<>(settings.tokens());
          tokens.addAll(companionRunner.tokens());
          beans.registerBean(
              StaticTokens.class,
              () -> new StaticTokens(tokens, tenants, InstallationSecret.read(database.serving())));
        });
    try {
      // As arguments, which go before anything that stands in the environment.
      return application.run(arguments(settings).toArray(String[]::new));
    } catch (RuntimeException e) {
      throw refused(settings, e);
    }
  }

  private static List<String> arguments(ServerSettings settings) {
    var arguments =
        new ArrayList<>(
            List.of(
                "--server.address=" + settings.host(),
                "--server.port=" + settings.port(),
                "--server.shutdown=graceful",
                // Requests had their time before; see ShutdownLimits.
                "--spring.lifecycle.timeout-per-shutdown-phase=3s",
                "--spring.threads.virtual.enabled=true"));
    var proxies = settings.security().trustedProxies();
    // Nobody else may say where a request comes from, or that it came by TLS.
    arguments.add("--server.forward-headers-strategy=" + (proxies == null ? "none" : "native"));
    if (proxies != null) {
      arguments.add("--server.tomcat.remoteip.internal-proxies=" + proxies);
      arguments.add("--server.tomcat.remoteip.remote-ip-header=x-forwarded-for");
      arguments.add("--server.tomcat.remoteip.protocol-header=x-forwarded-proto");
    }
    return arguments;
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
    return ((WebServerApplicationContext) context).getWebServer().getPort();
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
    return first;
  }

  /** A new link that logs its holder in as that administrator, once. */
  URI loginLink() {
    return address().resolve(bean(LoginLinks.class).issue(first));
  }

  CompanionRunner company() {
    return companionRunner;
  }

  public Engine engine() {
    return engine;
  }

  public OpenDatabase database() {
    return database;
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
