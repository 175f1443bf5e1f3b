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

/** Collects the logs and the database content of a run. */
public final class EvidenceReader {

  private static final int FETCH = 10_000;

  private EvidenceReader() {}

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
        rows(admin, "evidence/actions", tenantId, EvidenceReader::action),
        rows(admin, "evidence/leases", tenantId, EvidenceReader::lease),
        rows(admin, "evidence/subjects", tenantId, EvidenceReader::subject),
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
          .sorted(
              Comparator.comparing(EvidenceReader::process).thenComparing(EvidenceReader::start))
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
    try (var statement = admin.prepareStatement(SqlFile.load(EvidenceReader.class, sql))) {
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

  private static StoredAction action(ResultSet row) throws SQLException {
    return new StoredAction(
        row.getString("euid"),
        row.getString("action_key"),
        row.getString("idempotency_key"),
        row.getInt("ordinal"),
        row.getLong("subject_uid"),
        row.getLong("lease_uid"),
        row.getInt("events"));
  }

  private static StoredLease lease(ResultSet row) throws SQLException {
    return new StoredLease(
        row.getString("euid"),
        row.getLong("uid"),
        row.getString("subject"),
        row.getString("status"),
        Instant.parse(row.getString("claimed_at")),
        Instant.parse(row.getString("ended_at")));
  }

  private static StoredSubject subject(ResultSet row) throws SQLException {
    return new StoredSubject(row.getString("euid"), row.getString("exec_state"));
  }
}
