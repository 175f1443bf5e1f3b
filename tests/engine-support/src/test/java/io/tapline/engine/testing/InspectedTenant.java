package io.tapline.engine.testing;

import io.tapline.api.request.Enqueue;
import io.tapline.api.request.QueueFields;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.read.evidence.EventReads;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.StoreException;
import io.tapline.testkit.engine.ScratchEngine;
import io.tapline.testkit.engine.TestTenant;
import java.sql.SQLException;
import java.util.List;

/** A tenant whose rows can be looked at past the engine's own reads, and past every wall. */
public final class InspectedTenant extends TestTenant {

  public static final String QUEUE = "extraction_prod";

  private final ScratchEngine test;

  private InspectedTenant(ScratchEngine test) {
    super(test);
    this.test = test;
  }

  /** A new one. */
  public static InspectedTenant in(ScratchEngine test) {
    return new InspectedTenant(test);
  }

  @Override
  public InspectedTenant queue(String queueKey) {
    super.queue(queueKey);
    return this;
  }

  @Override
  public InspectedTenant queue(String queueKey, QueueFields fields) {
    super.queue(queueKey, fields);
    return this;
  }

  /** In a transaction of the caller's own, after which nobody looks. */
  public String enqueueUnseen(Enqueue command) {
    try (var mine = test.serving().getConnection()) {
      mine.setAutoCommit(false);
      var made = engine().enqueue(mine, operator, List.of(command)).get(0).orThrow();
      mine.commit();
      return made.subjectEuid();
    } catch (SQLException e) {
      throw new StoreException(e);
    }
  }

  /**
   * The feed, once all that was done is in it: a transaction of anybody's in the cluster delays it.
   */
  public EventReads events() {
    Await.until("all in the feed", () -> test.in(tenantId(), tx -> new Feed(tx).lag() == 0));
    return engine().reads().events();
  }

  public Envelope envelope(String subjectEuid) {
    return test.in(
        tenantId(),
        tx ->
            Json.read(
                tx.query(
                        "select json_addl #>> '{properties,execution}' from"
                            + " tapline.generic_instance where storage_class = 'subject' and"
                            + " tenant_id = ? and euid = ?",
                        row -> row.getString(1),
                        tenantId(),
                        subjectEuid)
                    .get(0),
                Envelope.class));
  }

  /** One number, read past every wall. */
  public long count(String from, Object... parameters) {
    try (var admin = test.onlooker();
        var statement = admin.prepareStatement("select count(*) from tapline." + from)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (var rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
