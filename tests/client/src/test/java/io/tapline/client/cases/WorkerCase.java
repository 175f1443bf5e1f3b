package io.tapline.client.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One row of {@code clients/worker-cases.json}, the table of what every worker runtime does: each
 * runtime, in whatever language, is run through all of them.
 */
record WorkerCase(JsonNode row) {

  static final Path TABLE = Path.of("../..", "clients", "worker-cases.json").toAbsolutePath();

  private static final int LEASE_SECONDS = 600;
  private static final int GRACE_SECONDS = 10;

  static List<WorkerCase> all() {
    try {
      var all = new ArrayList<WorkerCase>();
      JsonMapper.shared()
          .readTree(Files.readString(TABLE))
          .path("cases")
          .forEach(row -> all.add(new WorkerCase(row)));
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return row.path("name").asString();
  }

  /** The rule that the case proves. */
  String says() {
    return row.path("says").asString();
  }

  String handler() {
    return row.path("handler").asString();
  }

  List<String> steps() {
    var steps = new ArrayList<String>();
    row.path("steps").forEach(step -> steps.add(step.asString()));
    return steps;
  }

  JsonNode then() {
    return row.path("then");
  }

  /** Outcomes of the further jobs that are enqueued with the first one. */
  List<String> company() {
    var company = new ArrayList<String>();
    row.path("company").forEach(ending -> company.add(ending.asString()));
    return company;
  }

  /** A slot for each piece of work. */
  int concurrency() {
    return 1 + company().size();
  }

  int leaseSeconds() {
    return LEASE_SECONDS;
  }

  int graceSeconds() {
    return row.path("grace_seconds").asInt(GRACE_SECONDS);
  }

  int maxAttempts() {
    return row.path("max_attempts").asInt(3);
  }

  /** Silent for longer, the worker counts as gone; it beats three times as often. */
  int heartbeatSeconds() {
    return row.path("heartbeat_seconds").asInt(60);
  }

  /** Renewal interval of the queue; null for a third of the lease. */
  Integer renewSeconds() {
    return row.has("renew_seconds") ? row.path("renew_seconds").asInt() : null;
  }
}
