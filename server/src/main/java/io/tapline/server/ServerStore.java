package io.tapline.server;

import io.tapline.engine.Engine;
import io.tapline.engine.EngineUpkeep;
import io.tapline.engine.domain.DomainPack;
import io.tapline.server.database.OpenDatabase;
import io.tapline.server.security.FirstToken;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The database of a server with its tenants, the engine on it and its upkeep. They are opened on a
 * thread of their own, because half of that time is spent on waiting for PostgreSQL; the first call
 * for a part waits until all of them are open.
 */
final class ServerStore implements AutoCloseable {

  private record Parts(
      OpenDatabase database,
      Engine engine,
      Map<String, Long> tenants,
      FirstToken firstToken,
      EngineUpkeep upkeep) {}

  private final CompletableFuture<Parts> parts;

  private ServerStore(CompletableFuture<Parts> parts) {
    this.parts = parts;
  }

  static ServerStore open(
      ServerSettings settings,
      List<DomainPack> packs,
      CompanionRunner companionRunner,
      LifecycleLog log) {
    return new ServerStore(
        CompletableFuture.supplyAsync(
            () -> parts(settings, packs, companionRunner, log),
            work -> new Thread(work, "tapline-store").start()));
  }

  private static Parts parts(
      ServerSettings settings,
      List<DomainPack> packs,
      CompanionRunner companionRunner,
      LifecycleLog log) {
    var database = OpenDatabase.open(settings, settings.database());
    try {
      log.opened(database);
      var engine = new Engine(database.serving(), packs);
      var tenants = TenantSetup.prepareTenants(database, engine, settings, companionRunner);
      var home = companionRunner.homeTenant();
      var first =
          settings.guarded()
              ? null
              : FirstToken.in(settings.data(), engine, home, tenants.get(home));
      var upkeep =
          EngineUpkeep.start(engine, database.serving(), database.owner(), settings.sweepEvery());
      return new Parts(database, engine, tenants, first, upkeep);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  private Parts opened() {
    try {
      return parts.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  OpenDatabase database() {
    return opened().database();
  }

  Engine engine() {
    return opened().engine();
  }

  /** The id of each tenant by its key. */
  Map<String, Long> tenants() {
    return opened().tenants();
  }

  /** The administrator's token of a server without configured ones; or null. */
  FirstToken firstToken() {
    return opened().firstToken();
  }

  EngineUpkeep upkeep() {
    return opened().upkeep();
  }

  /** Ends the parts of a server that did not start; nothing is open when they could not be. */
  @Override
  public void close() {
    parts
        .thenAccept(
            open -> {
              open.upkeep().close();
              open.database().close();
            })
        .exceptionally(failed -> null)
        .join();
  }
}
