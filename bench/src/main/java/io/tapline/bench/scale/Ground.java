package io.tapline.bench.scale;

import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.site.Site;

/** A fresh database with Tapline on it, for one family of cases. */
record Ground(BenchDatabase database, Site site) implements AutoCloseable {

  // Fillers and readers, beside the claimers.
  private static final int SPARE_CONNECTIONS = 4;

  static Ground open(BenchServer server, String family, int claimers) {
    var database = BenchDatabase.create(server, family);
    return new Ground(database, new Site(database, claimers + SPARE_CONNECTIONS));
  }

  @Override
  public void close() {
    site.close();
    database.close();
  }
}
