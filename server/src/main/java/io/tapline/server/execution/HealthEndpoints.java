package io.tapline.server.execution;

import io.tapline.server.base.ServerDrain;
import io.tapline.server.database.OpenDatabase;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.function.ServerResponse;

/** Whether the server is there, and whether it can be sent work. Open to all. */
@Component
final class HealthEndpoints implements EndpointGroup {

  private static final Logger LOG = LoggerFactory.getLogger(HealthEndpoints.class);

  /** How it is. */
  record Health(String status) {}

  private final OpenDatabase database;
  private final ServerDrain drain;

  HealthEndpoints(OpenDatabase database, ServerDrain drain) {
    this.database = database;
    this.drain = drain;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("/health")
            .summary("The server has started; with a PostgreSQL of its own, that runs as well")
            .access(EndpointAccess.OPEN)
            .answers(ValueShape.of(Health.class))
            .refuses(ProblemCode.UNAVAILABLE)
            .handledBy(this::up),
        Endpoint.get("/health/ready")
            .summary(
                "The server takes requests: its database answers, can be written to, and it is not"
                    + " stopping")
            .access(EndpointAccess.OPEN)
            .answers(ValueShape.of(Health.class))
            .refuses(ProblemCode.DRAINING, ProblemCode.UNAVAILABLE)
            .handledBy(this::ready));
  }

  /** A database of somebody else's may be down without any fault of the server. */
  private ServerResponse up(EndpointCall call) {
    if (database.embeddedDown()) {
      throw ProblemException.of(
          ProblemCode.UNAVAILABLE, "the embedded PostgreSQL has ended, and is started again");
    }
    return call.ok(new Health("UP"));
  }

  private ServerResponse ready(EndpointCall call) {
    if (drain.announced()) {
      throw ProblemException.of(ProblemCode.DRAINING, "this server is stopping");
    }
    if (!databaseTakesWrites()) {
      throw ProblemException.of(
          ProblemCode.UNAVAILABLE, "the database does not answer, or cannot be written to");
    }
    return call.ok(new Health("READY"));
  }

  private boolean databaseTakesWrites() {
    try (var connection = database.health().getConnection();
        var statement = connection.createStatement()) {
      // A standby answers, too: its address may have moved before its promotion.
      try (var rows = statement.executeQuery("show transaction_read_only")) {
        rows.next();
        return "off".equals(rows.getString(1));
      }
    } catch (SQLException e) {
      LOG.warn("not ready", e);
      return false;
    }
  }
}
