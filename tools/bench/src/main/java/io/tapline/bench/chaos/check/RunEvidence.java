package io.tapline.bench.chaos.check;

import io.tapline.bench.chaos.log.LogFile;
import io.tapline.bench.chaos.log.LogLine;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.check.InvariantViolation;
import io.tapline.tapdb.Database;
import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tenants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The evidence of a run: the logs of the clients and the content of the database.
 *
 * @param lines lines of every client process, each file in its order
 * @param actions in the order of the feed
 * @param clockMovedBack sum of all backward changes of the database clock
 * @param violations violations of the invariants of the store
 */
public record RunEvidence(
    List<LogLine> lines,
    List<Action> actions,
    List<Lease> leases,
    List<Subject> subjects,
    Duration clockMovedBack,
    List<String> violations) {

  private static final int FETCH = 10_000;

  /**
   * @param admin connection that may read the whole database
   * @param database the same database, with the access of a server
   */
  public static RunEvidence read(
      Path logs, Connection admin, Database database, String tenant, Duration clockMovedBack)
      throws SQLException {
    long tenantId = new Tenants(database.owner()).byKey(tenant).orElseThrow().id();
    admin.setAutoCommit(false);
    return new RunEvidence(
        lines(logs),
        rows(admin, "evidence/actions", tenantId, RunEvidence::action),
        rows(admin, "evidence/leases", tenantId, RunEvidence::lease),
        rows(admin, "evidence/subjects", tenantId, RunEvidence::subject),
        clockMovedBack,
        new InvariantChecker(new TapDb(database.serving()))
            .check(tenantId).stream().map(InvariantViolation::toString).toList());
  }

  /**
   * The files are read in the order of their starts, which keeps the pages of a reader in order.
   */
  static List<LogLine> lines(Path logs) {
    var lines = new ArrayList<LogLine>();
    try (var files = Files.list(logs)) {
      files
          .filter(file -> file.toString().endsWith(LogFile.SUFFIX))
          .sorted(Comparator.comparing(RunEvidence::process).thenComparing(RunEvidence::start))
          .forEach(file -> LogFile.read(file, lines::add));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines;
  }

  private static String process(Path file) {
    return file.getFileName().toString().split("\\.")[0];
  }

  private static int start(Path file) {
    return Integer.parseInt(file.getFileName().toString().split("\\.")[1]);
  }

  private interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  private static <T> List<T> rows(Connection admin, String sql, long tenantId, Row<T> row)
      throws SQLException {
    var all = new ArrayList<T>();
    try (var statement = admin.prepareStatement(SqlFile.load(RunEvidence.class, sql))) {
      statement.setFetchSize(FETCH);
      statement.setLong(1, tenantId);
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          all.add(row.of(rows));
        }
      }
    }
    return all;
  }

  private static Action action(ResultSet row) throws SQLException {
    return new Action(
        row.getString("euid"),
        row.getString("action_key"),
        row.getString("idempotency_key"),
        row.getInt("ordinal"),
        row.getLong("subject_uid"),
        row.getLong("lease_uid"),
        row.getInt("events"));
  }

  private static Lease lease(ResultSet row) throws SQLException {
    return new Lease(
        row.getString("euid"),
        row.getLong("uid"),
        row.getString("subject"),
        row.getString("status"),
        Instant.parse(row.getString("claimed_at")),
        Instant.parse(row.getString("ended_at")));
  }

  private static Subject subject(ResultSet row) throws SQLException {
    return new Subject(row.getString("euid"), row.getString("exec_state"));
  }

  /**
   * An action in the database at the end of the run.
   *
   * @param ordinal its number within a claim of many
   * @param events number of its events
   */
  public record Action(
      String euid,
      String actionKey,
      String idempotencyKey,
      int ordinal,
      long subjectUid,
      long leaseUid,
      int events) {}

  /**
   * A lease in the database at the end of the run.
   *
   * @param fence its fencing token
   * @param to its end, or its expiry
   */
  public record Lease(
      String euid, long fence, String subject, String status, Instant from, Instant to) {}

  /** A subject in the database at the end of the run. */
  public record Subject(String euid, String state) {

    private static final Set<String> TERMINAL = Set.of("COMPLETED", "FAILED_TERMINAL", "CANCELED");

    boolean ended() {
      return TERMINAL.contains(state);
    }
  }
}
