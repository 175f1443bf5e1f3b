package io.tapline.engine.read;

import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Rows;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import java.time.Instant;
import java.util.Map;

/**
 * What a door needs to judge a result that the outside signed. No secret leaves by any other way.
 */
public final class CallbackReads {

  private static final NamedSql SECRET = NamedSql.load(Rows.class, "callback_secret");

  private final TapDb tapDb;
  private final Kinds kinds;

  CallbackReads(TapDb tapDb, Kinds kinds) {
    this.tapDb = tapDb;
    this.kinds = kinds;
  }

  /**
   * @param sealed the newest secret of the queue; null when there is none, or no such queue
   */
  public record Judged(String sealed, Instant now) {}

  public Judged of(long tenantId, String queueKey) {
    return tapDb.transaction(
        tenantId,
        tx -> {
          var found =
              tx.query(
                  SECRET,
                  row -> row.getString("sealed"),
                  Map.of("key", queueKey, "template", kinds.of(tx, Kinds.QUEUE).uid()));
          return new Judged(found.isEmpty() ? null : found.get(0), Now.read(tx));
        });
  }
}
