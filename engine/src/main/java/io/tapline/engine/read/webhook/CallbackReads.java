package io.tapline.engine.read.webhook;

import io.tapline.engine.model.SealedSecret;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.WebhookRows;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a door needs to judge a result that the outside signed. No secret leaves by any other way.
 */
public final class CallbackReads {

  /** A tenant that is not there: it has no objects, and no template has its number. */
  public static final long NOBODY = -1;

  private static final NamedSql SECRET =
      NamedSql.load(DecisionRows.class, "webhook/callback_secret");

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public CallbackReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  /**
   * @param sealed the newest secret of the queue; null when there is none, or no such queue
   */
  public record CallbackSecret(String sealed, Instant now) {}

  /** The stored secrets of webhooks and callbacks. */
  public List<SealedSecret> sealedSecrets(long tenantId) {
    return tapDb.snapshot(tenantId, tx -> WebhookRows.sealedSecrets(tx, templateCache));
  }

  /** The same statements for {@link #NOBODY}: how long it takes says nothing about who is there. */
  public CallbackSecret secretOf(long tenantId, String queueKey) {
    return tapDb.transaction(
        tenantId,
        tx -> {
          long template =
              tenantId == NOBODY ? NOBODY : templateCache.template(tx, TemplateCache.QUEUE).uid();
          var found =
              tx.query(
                  SECRET,
                  row -> row.getString("sealed"),
                  Map.of("key", queueKey, "template", template));
          return new CallbackSecret(found.isEmpty() ? null : found.get(0), ReadClock.read(tx));
        });
  }
}
