package io.tapline.engine.read;

import io.tapline.engine.model.SubscriptionStatus;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Subscriptions;
import io.tapline.tapdb.TapDb;

/** Standing orders for events, and how far each has been read. */
public final class SubscriptionReads {

  private final TapDb tapDb;
  private final Kinds kinds;

  SubscriptionReads(TapDb tapDb, Kinds kinds) {
    this.tapDb = tapDb;
    this.kinds = kinds;
  }

  /** Of one status, the oldest first. */
  public Page<SubscriptionView> page(
      long tenantId, SubscriptionStatus status, int limit, String cursor) {
    int most = Cursor.limit(limit);
    long after = Cursor.uid(cursor);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var found = Subscriptions.page(tx, kinds, status, after, most + 1);
          var shown = found.size() > most ? found.subList(0, most) : found;
          return new Page<>(
              shown.stream().map(SubscriptionView::of).toList(),
              found.size() > most
                  ? Cursor.of(new Cursor.AfterUid(shown.get(most - 1).uid()))
                  : null);
        });
  }
}
