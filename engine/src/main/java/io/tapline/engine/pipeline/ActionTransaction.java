package io.tapline.engine.pipeline;

import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;

/**
 * One request in its transaction, after the locks: the connection, the caller, the payload hash,
 * the clock and the identifiers, the writer of rows and the recorder of evidence. Requests that
 * share a transaction have one each, with the same clock and the same writer.
 */
public final class ActionTransaction {

  private final PipelineContext context;
  private final Tx tx;
  private final TransactionClockAndIds clockAndIds;
  private final BatchWriter writer;
  private final HashedCommand request;

  /**
   * @param clockAndIds read after the locks
   */
  public ActionTransaction(
      PipelineContext context,
      Tx tx,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer,
      HashedCommand request) {
    this.context = context;
    this.tx = tx;
    this.clockAndIds = clockAndIds;
    this.writer = writer;
    this.request = request;
  }

  /** A request in its transaction before the clock is read: it locks rows and finds its replay. */
  public record LockPhase(PipelineContext context, Tx tx, HashedCommand request) {

    public TemplateCache templates() {
      return context.templates();
    }

    public DecisionRows rows() {
      return new DecisionRows(tx, context.templates());
    }

    public long actorUid() {
      return request.actorUid();
    }

    /** The outcome of an earlier identical request on one of these objects; null without one. */
    public ItemOutcome replay(Collection<Long> targetUids) throws SQLException {
      return request.replay(tx, targetUids);
    }

    /** Reads the clock and draws identifiers. All locks are held. */
    public ActionTransaction draw(int ids) throws SQLException {
      var clockAndIds = TransactionClockAndIds.underLock(tx, context.templates(), ids);
      var writer = new BatchWriter(tx, context.templates(), clockAndIds);
      return new ActionTransaction(context, tx, clockAndIds, writer, request);
    }
  }

  /** Another request of the same transaction. */
  public ActionTransaction of(HashedCommand other) {
    return new ActionTransaction(context, tx, clockAndIds, writer, other);
  }

  /** A copy with a writer of its own, for rows that are written before the others. */
  public ActionTransaction apart() {
    var first = new BatchWriter(tx, context.templates(), clockAndIds);
    return new ActionTransaction(context, tx, clockAndIds, first, request);
  }

  public PipelineContext context() {
    return context;
  }

  public Tx tx() {
    return tx;
  }

  public TemplateCache templates() {
    return context.templates();
  }

  public DecisionRows rows() {
    return new DecisionRows(tx, context.templates());
  }

  public HashedCommand request() {
    return request;
  }

  public Caller caller() {
    return request.caller();
  }

  public TransactionClockAndIds clockAndIds() {
    return clockAndIds;
  }

  public Instant now() {
    return clockAndIds.now();
  }

  public BatchWriter writer() {
    return writer;
  }

  public ActionRecorder recorder() {
    return new ActionRecorder(this);
  }

  /** Adds a new object of the registry. */
  public ObjectRef create(String templateCode, String name, Object note) throws SQLException {
    var template = templates().template(tx, templateCode);
    var ref = clockAndIds.next(template);
    writer.register(ref, template, name, note);
    return ref;
  }

  /** Replaces the content of an object of the registry. */
  public ObjectRef update(ObjectRef existing, Object note) {
    writer.reregister(existing.uid(), note);
    return existing;
  }
}
