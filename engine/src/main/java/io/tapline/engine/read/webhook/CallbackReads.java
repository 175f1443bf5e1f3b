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

/** The data for checking signed external results. Secrets are read in no other way. */
public final class CallbackReads {

  /** An unknown tenant: it has no objects, and no template has this number. */
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
   * @param sealed the newest secret of the queue; null without a secret or a queue
   */
  public record CallbackSecret(String sealed, Instant now) {}

  /** The stored secrets of webhooks and callbacks. */
  public List<SealedSecret> sealedSecrets(long tenantId) {
    return tapDb.snapshot(tenantId, tx -> WebhookRows.sealedSecrets(tx, templateCache));
  }

  /**
   * {@link #NOBODY} runs the same statements, so that the duration does not reveal whether a tenant
   * exists.
   */
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
