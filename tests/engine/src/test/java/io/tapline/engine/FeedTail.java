package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.Await;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.FeedEntry;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;

/** A consumer of one tenant's feed that keeps everything it was shown. */
final class FeedTail {

  private static final int PAGE = 200;

  private final InspectedTenant lab;
  private final List<FeedEntry> entries = new ArrayList<>();
  private FeedCursor cursor = FeedCursor.START;

  FeedTail(InspectedTenant lab) {
    this.lab = lab;
  }

  List<FeedEntry> entries() {
    return entries;
  }

  /** The next page; false when there is none and nothing is held back. */
  boolean read() {
    return lab.engine()
        .tapDb()
        .transaction(
            lab.tenantId(),
            tx -> {
              var feed = new Feed(tx);
              // Asked first: what is held back now may be shown by the next statement.
              long lag = feed.lag();
              var page = feed.after(cursor, PAGE, Long.MAX_VALUE).entries();
              entries.addAll(page);
              if (!page.isEmpty()) {
                cursor = page.get(page.size() - 1).cursor();
              }
              return lag > 0 || !page.isEmpty();
            });
  }

  /** To the end, once the writers are done. */
  FeedTail readAll() {
    Await.until("the end of the feed", () -> !read());
    return this;
  }

  List<String> typesOf(long subjectUid) {
    var types = new ArrayList<String>();
    for (var entry : entries) {
      if (entry.executedOnUid() == subjectUid && entry.properties().has("events")) {
        entry.properties().get("events").forEach(event -> types.add(event.get("type").asString()));
      }
    }
    return types;
  }

  /** Every entry that is stored was shown once, in order, and each subject's in revision order. */
  void assertComplete() {
    var shown = entries.stream().map(FeedEntry::uid).toList();
    assertThat(shown).doesNotHaveDuplicates();
    assertThat(new HashSet<>(shown)).isEqualTo(stored());
    var revisions = new HashMap<Long, Long>();
    FeedCursor last = FeedCursor.START;
    for (var entry : entries) {
      assertThat(entry.cursor()).isGreaterThan(last);
      last = entry.cursor();
      var before = entry.properties().get("revision_before");
      var after = entry.properties().get("revision_after");
      if (after != null) {
        long known = revisions.getOrDefault(entry.executedOnUid(), 0L);
        assertThat(before == null ? 0L : before.asLong())
            .as("revision before " + entry.actionKey() + " " + entry.euid())
            .isEqualTo(known);
        revisions.put(entry.executedOnUid(), after.asLong());
      }
    }
  }

  private HashSet<Long> stored() {
    return lab.engine().tapDb().transaction(lab.tenantId(), tx -> new HashSet<>(uids(tx)));
  }

  private static List<Long> uids(io.tapline.tapdb.Tx tx) throws SQLException {
    return tx.query(
        "select uid from tapline.generic_instance where tenant_id = ? and storage_class in"
            + " ('action', 'pulse')",
        row -> row.getLong(1),
        tx.tenantId());
  }
}
