package io.tapline.engine.store;

import io.tapline.engine.decide.DecisionIds;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.ObjectRef;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.RandomSecret;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One reading of the clock for the whole transaction, and identifiers for all of its items, drawn
 * after the locks.
 */
public final class TransactionClockAndIds implements DecisionIds {

  private static final NamedSql DRAW =
      NamedSql.load(TransactionClockAndIds.class, "action/transaction_clock_and_ids");

  private final Tx tx;
  private final Template lease;
  private final Template record;
  private final Template hold;
  private final Template deadLetter;
  private Instant now;
  private long feedKey;
  private Long[] uids;
  private int next;

  /**
   * Jobs whose newest time is later than the clock, which happens only if the clock was set back.
   */
  private final Map<Long, Instant> ahead = new HashMap<>();

  private TransactionClockAndIds(Tx tx, TemplateCache templateCache) throws SQLException {
    this.tx = tx;
    this.lease = templateCache.template(tx, TemplateCache.LEASE);
    this.record = templateCache.template(tx, TemplateCache.RECORD);
    this.hold = templateCache.template(tx, TemplateCache.HOLD);
    this.deadLetter = templateCache.template(tx, TemplateCache.DEAD_LETTER);
  }

  /**
   * Called after the locks are held, so that the order of uids is the order of claims. The
   * statement is sent with the next one, or when its result is first needed.
   */
  public static TransactionClockAndIds underLock(Tx tx, TemplateCache templateCache, int count)
      throws SQLException {
    var clockAndIds = new TransactionClockAndIds(tx, templateCache);
    // generate_series returns null for zero elements, not an empty array.
    tx.later(DRAW, clockAndIds::read, Map.of("count", Math.max(1, count)));
    return clockAndIds;
  }

  /**
   * Uses reserved identifiers, and a time that the statement replaces by its own ({@link
   * EnqueueStatement}).
   */
  private TransactionClockAndIds(Instant decidedAt, Long[] reserved) {
    this.tx = null;
    this.lease = null;
    this.record = null;
    this.hold = null;
    this.deadLetter = null;
    this.now = decidedAt;
    this.uids = reserved;
  }

  static TransactionClockAndIds ahead(Instant decidedAt, Long[] reserved) {
    return new TransactionClockAndIds(decidedAt, reserved);
  }

  private TransactionClockAndIds read(ResultSet row) throws SQLException {
    now = TimeText.parse(row.getString("now"));
    feedKey = row.getLong("feed_key");
    uids = (Long[]) row.getArray("uids").getArray();
    return this;
  }

  private TransactionClockAndIds known() {
    if (uids == null) {
      try {
        tx.flush();
      } catch (SQLException e) {
        throw new StoreException(e);
      }
    }
    return this;
  }

  /** Draws further identifiers once their number is fixed; the clock is not read again. */
  public void more(Tx tx, int count) throws SQLException {
    known();
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

  /** The first number is an estimate: an item that needs more causes one more round trip. */
  private void drawOne() {
    try {
      more(tx, 1);
    } catch (SQLException e) {
      throw new StoreException(e);
    }
  }

  public Instant now() {
    return known().now;
  }

  /**
   * The transaction's time, but not before the newest time on the job: after the database's clock
   * was set back, the evidence of a job does not run backwards, and its leases do not overlap.
   * Other jobs of the transaction keep the clock's own reading.
   */
  public Instant now(SubjectRow row) {
    var newest = row.newestTime();
    if (!newest.isAfter(now())) {
      return now;
    }
    ahead.put(row.subject().uid(), newest);
    ClockSetBack.note(Duration.between(now, newest));
    return newest;
  }

  /** The time of an action on the job; for none, or one that was not read, the clock's reading. */
  Instant now(Long subjectUid) {
    return subjectUid == null ? now() : ahead.getOrDefault(subjectUid, now());
  }

  /** The feed key of the transaction, unless its targets already have a greater one. */
  long feedKey() {
    return known().feedKey;
  }

  public ObjectRef next(Template template) {
    if (next == known().uids.length) {
      drawOne();
    }
    long uid = uids[next++];
    return new ObjectRef(uid, template.mint(uid));
  }

  @Override
  public ObjectRef lease() {
    return next(lease);
  }

  @Override
  public ObjectRef record() {
    return next(record);
  }

  @Override
  public ObjectRef recordOf(ObjectRef lease) {
    return after(lease.uid(), 1, record);
  }

  /**
   * Draws the identifier of an action.
   *
   * @param granted the lease that it grants; null for none
   */
  public ObjectRef action(Template template, Lease granted) {
    return granted == null ? next(template) : after(granted.uid(), 2, template);
  }

  /** The uids after that of a lease are its own: the sequence has steps of 4 (V1__clock.sql). */
  private static ObjectRef after(long lease, int place, Template template) {
    long uid = lease + place;
    return new ObjectRef(uid, template.mint(uid));
  }

  @Override
  public ObjectRef hold() {
    return next(hold);
  }

  @Override
  public ObjectRef deadLetter() {
    return next(deadLetter);
  }

  @Override
  public String leaseToken() {
    return RandomSecret.drawLeaseToken();
  }

  @Override
  public double jitter() {
    return ThreadLocalRandom.current().nextDouble(-1, 1);
  }
}
