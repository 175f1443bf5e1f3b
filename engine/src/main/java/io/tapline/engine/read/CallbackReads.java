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

  /** A tenant that is not there: it has no objects, and no template has its number. */
  public static final long NOBODY = -1;

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

  /** The same statements for {@link #NOBODY}: how long it takes says nothing about who is there. */
  public Judged of(long tenantId, String queueKey) {
    return tapDb.transaction(
        tenantId,
        tx -> {
          long template = tenantId == NOBODY ? NOBODY : kinds.of(tx, Kinds.QUEUE).uid();
          var found =
              tx.query(
                  SECRET,
                  row -> row.getString("sealed"),
                  Map.of("key", queueKey, "template", template));
          return new Judged(found.isEmpty() ? null : found.get(0), Now.read(tx));
        });
  }
}
