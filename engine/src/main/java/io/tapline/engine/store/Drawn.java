package io.tapline.engine.store;

import io.tapline.engine.decide.Draw;
import io.tapline.engine.model.Ref;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** The transaction's reading of the clock, and identifiers enough for all of its items. */
public final class Drawn implements Draw {

  private static final NamedSql DRAW = NamedSql.load(Drawn.class, "draw");
  private static final SecureRandom SECRET = new SecureRandom();
  private static final int TOKEN_BYTES = 18;

  private final Instant now;
  private final long feedKey;
  private Long[] uids;
  private final Template lease;
  private final Template record;
  private final Template hold;
  private final Template deadLetter;
  private int next;

  private Drawn(Instant now, long feedKey, Long[] uids, Tx tx, Kinds kinds) throws SQLException {
    this.now = now;
    this.feedKey = feedKey;
    this.uids = uids;
    this.lease = kinds.of(tx, Kinds.LEASE);
    this.record = kinds.of(tx, Kinds.RECORD);
    this.hold = kinds.of(tx, Kinds.HOLD);
    this.deadLetter = kinds.of(tx, Kinds.DEAD_LETTER);
  }

  /** After the locks are held, and not before: the order of uids is the order of claims. */
  public static Drawn underLock(Tx tx, Kinds kinds, int count) throws SQLException {
    // generate_series of none gives null, not an empty array.
    var parameters = Map.of("count", Math.max(1, count));
    for (var drawn :
        tx.query(
            DRAW,
            row ->
                new Drawn(
                    TimeText.parse(row.getString("now")),
                    row.getLong("feed_key"),
                    (Long[]) row.getArray("uids").getArray(),
                    tx,
                    kinds),
            parameters)) {
      return drawn;
    }
    throw new IllegalStateException("the database has no clock");
  }

  /** Further identifiers, once it is known how many it takes; the clock is not read again. */
  public void more(Tx tx, int count) throws SQLException {
    for (Long[] drawn :
        tx.query(
            DRAW,
            row -> (Long[]) row.getArray("uids").getArray(),
            Map.of("count", Math.max(1, count)))) {
      int had = uids.length;
      uids = Arrays.copyOf(uids, had + drawn.length);
      System.arraycopy(drawn, 0, uids, had, drawn.length);
    }
  }

  public Instant now() {
    return now;
  }

  /** The transaction's place in the log, unless what it acts on has been further already. */
  long feedKey() {
    return feedKey;
  }

  public Ref next(Template template) {
    long uid = uids[next++];
    return new Ref(uid, template.mint(uid));
  }

  @Override
  public Ref lease() {
    return next(lease);
  }

  @Override
  public Ref record() {
    return next(record);
  }

  @Override
  public Ref hold() {
    return next(hold);
  }

  @Override
  public Ref deadLetter() {
    return next(deadLetter);
  }

  @Override
  public String leaseToken() {
    var bytes = new byte[TOKEN_BYTES];
    SECRET.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public double jitter() {
    return ThreadLocalRandom.current().nextDouble(-1, 1);
  }
}
