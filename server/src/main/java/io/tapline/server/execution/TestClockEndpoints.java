package io.tapline.server.execution;

import io.tapline.server.base.ServerOptions;
import io.tapline.server.database.OpenDatabase;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.TestClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Advances the test clock; present only when the server was started with it. */
@Component
final class TestClockEndpoints implements EndpointGroup {

  private static final Logger LOG = LoggerFactory.getLogger(TestClockEndpoints.class);

  /** Ten years: more than any test needs, and far from the limit of timestamps. */
  private static final int MOST_SECONDS = 10 * 366 * 24 * 3600;

  record Clock(Instant now) {}

  private final boolean wanted;
  private final OpenDatabase database;

  TestClockEndpoints(ServerOptions settings, OpenDatabase database) {
    this.wanted = settings.testClock();
    this.database = database;
  }

  @Override
  public List<Endpoint> endpoints() {
    return wanted
        ? List.of(
            Endpoint.post("/api/v1/testing/clock")
                .summary("Advance the test clock of all servers on this database")
                .access(EndpointAccess.ADMIN)
                .body(
                    List.of(
                        ApiField.required(
                            "advance_seconds",
                            ValueShape.decimal(0, MOST_SECONDS),
                            "the number of seconds")))
                .answers(ValueShape.of(Clock.class))
                .handledBy(this::advance))
        : List.of();
  }

  private HttpAnswer advance(EndpointCall call) throws IOException {
    var body = call.body();
    var seconds = body.get("advance_seconds");
    if (!body.isObject() || body.size() > 1 || seconds == null || !seconds.isNumber()) {
      throw ProblemException.invalid(
          "advance_seconds", "is required, as a number; remove all other fields");
    }
    double by = seconds.doubleValue();
    if (!(by >= 0 && by <= MOST_SECONDS)) {
      throw ProblemException.invalid(
          "advance_seconds", by + " is not between 0 and " + MOST_SECONDS);
    }
    var step = Duration.ofNanos(Math.round(by * 1e9));
    var actor = call.caller().principal();
    // Uses the owner, because the serving role cannot move the clock.
    var now = new TestClock(database.owner()).advance(step, actor);
    LOG.warn("{} moved the test clock of all servers by {}", actor, step);
    return call.ok(new Clock(now));
  }
}
