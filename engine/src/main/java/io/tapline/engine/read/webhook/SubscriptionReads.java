package io.tapline.engine.read.webhook;

import io.tapline.api.Page;
import io.tapline.engine.model.SubscriptionStatus;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.engine.store.SubscriptionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.TapDb;

/** Subscriptions to events, with their positions in the feed. */
public final class SubscriptionReads {

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public SubscriptionReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  /** Subscriptions of one status, oldest first. */
  public Page<SubscriptionView> page(
      long tenantId, SubscriptionStatus status, int limit, String cursor) {
    int most = PageCursor.limit(limit);
    long after = PageCursor.uid(cursor);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var found = SubscriptionRows.page(tx, templateCache, status, after, most + 1);
          var shown = found.size() > most ? found.subList(0, most) : found;
          return new Page<>(
              shown.stream().map(SubscriptionView::of).toList(),
              found.size() > most
                  ? PageCursor.encode(new PageCursor.AfterUid(shown.get(most - 1).uid()))
                  : null);
        });
  }
}
