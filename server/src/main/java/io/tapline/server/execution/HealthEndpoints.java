package io.tapline.server.execution;

import io.tapline.server.base.LifecycleLogger;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.database.OpenDatabase;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tenant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Liveness and readiness of the server, without authentication. */
@Component
final class HealthEndpoints implements EndpointGroup {

  private static final Logger LOG = LoggerFactory.getLogger(LifecycleLogger.NAME);

  record Health(String status) {}

  private final OpenDatabase database;
  private final ServerDrain drain;
  private final TapDb probe;
  private final AtomicBoolean ready = new AtomicBoolean(true);

  HealthEndpoints(OpenDatabase database, ServerDrain drain) {
    this.database = database;
    this.drain = drain;
    this.probe = new TapDb(database.health());
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("/health")
            .summary(
                "Liveness: the server has started; if its PostgreSQL is embedded, that"
                    + " is running too")
            .access(EndpointAccess.OPEN)
            .answers(ValueShape.of(Health.class))
            .refuses(ProblemCode.UNAVAILABLE)
            .handledBy(this::up),
        Endpoint.get("/health/ready")
            .summary(
                "Readiness: the database answers and is writable, and the server is not"
                    + " stopping")
            .access(EndpointAccess.OPEN)
            .answers(ValueShape.of(Health.class))
            .refuses(ProblemCode.DRAINING, ProblemCode.UNAVAILABLE)
            .handledBy(this::ready));
  }

  /** An external database may be down without any fault of the server. */
  private HttpAnswer up(EndpointCall call) {
    if (database.embeddedDown()) {
      throw ProblemException.of(
          ProblemCode.UNAVAILABLE, "the embedded PostgreSQL has ended; the server restarts it");
    }
    return call.ok(new Health("UP"));
  }

  private HttpAnswer ready(EndpointCall call) {
    if (drain.announced()) {
      throw ProblemException.of(ProblemCode.DRAINING, "this server is stopping");
    }
    var fault = databaseFault();
    noteChange(fault);
    if (fault != null) {
      throw ProblemException.of(
          ProblemCode.UNAVAILABLE, "the database does not answer or is read-only");
    }
    return call.ok(new Health("READY"));
  }

  /** Null while the database can serve requests. */
  private String databaseFault() {
    try {
      // Uses the store like a request does: a standby answers plain statements, and so does a
      // database whose schema is being restored.
      var readOnly =
          probe.transaction(
              Tenant.SYSTEM, tx -> tx.query("show transaction_read_only", row -> row.getString(1)));
      return readOnly.contains("off") ? null : "the database is read-only";
    } catch (StoreException e) {
      return e.getMessage().lines().findFirst().orElse("the database does not answer");
    }
  }

  /** Logs changes only, because probes come every few seconds. */
  private void noteChange(String fault) {
    if (ready.getAndSet(fault == null) == (fault == null)) {
      return;
    }
    if (fault == null) {
      LOG.info("ready again: the database answers and is writable");
    } else {
      LOG.warn("not ready: {}", fault);
    }
  }
}
