package io.tapline.bench.scale;

import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.site.EngineSite;
import io.tapline.server.ServerSettings;

/** A fresh database with Tapline, for one family of cases. */
public record ScaleDatabase(BenchDatabase database, EngineSite site) implements AutoCloseable {

  // Fillers and readers need connections in addition to the claimers.
  private static final int SPARE_CONNECTIONS = 4;

  public static ScaleDatabase open(BenchServer server, String family, int claimers) {
    var database = BenchDatabase.copy(server, family, EngineSite::provision);
    // Claimers share at most as many connections as a server has.
    int connections = Math.min(claimers, ServerSettings.DEFAULT_CONNECTIONS);
    return new ScaleDatabase(
        database, EngineSite.onCopy(database, connections + SPARE_CONNECTIONS));
  }

  @Override
  public void close() {
    site.close();
    database.close();
  }
}
