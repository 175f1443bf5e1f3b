package io.tapline.tapdb;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import javax.sql.DataSource;

/**
 * Compares the migrations that a database records with those of this build. Most starts find them
 * equal and need no Flyway, which would take a tenth of a start. In every other case Flyway
 * migrates or refuses.
 */
final class SchemaHistory {

  /** The name of one file on each line, in the order of the versions. */
  static final String FILES = "migration/migrations.list";

  private static final String NO_TABLE = "42P01";

  private SchemaHistory() {}

  /** The version of a database with exactly the migrations of this build; empty for any other. */
  static Optional<String> currentVersion(DataSource owner) {
    var files = files();
    return applied(owner).equals(files.stream().map(SchemaHistory::migration).toList())
        ? Optional.of(version(files.get(files.size() - 1)))
        : Optional.empty();
  }

  private static List<String> applied(DataSource owner) {
    var applied = new ArrayList<String>();
    try (var connection = owner.getConnection();
        var statement =
            connection.prepareStatement(
                SqlFile.load(SchemaHistory.class, "migration/applied_migrations"));
        var rows = statement.executeQuery()) {
      while (rows.next()) {
        applied.add(
            text(rows.getString("version"), rows.getInt("checksum"), rows.getBoolean("success")));
      }
    } catch (SQLException e) {
      if (!NO_TABLE.equals(e.getSQLState())) {
        throw new StoreException(e);
      }
    }
    return applied;
  }

  static List<String> files() {
    try (var list = resource(FILES)) {
      return new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String migration(String file) {
    return text(version(file), checksum(file), true);
  }

  private static String text(String version, int checksum, boolean success) {
    return version + " " + checksum + " " + success;
  }

  /** The part of {@code V14__name.sql} between V and the name. */
  private static String version(String file) {
    return file.substring(1, file.indexOf("__"));
  }

  /** Flyway's checksum of a versioned migration: CRC-32 of its lines without their ends. */
  private static int checksum(String file) {
    var checksum = new CRC32();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(resource("migration/" + file), StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        checksum.update(line.getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return (int) checksum.getValue();
  }

  private static InputStream resource(String name) throws IOException {
    var stream = SchemaHistory.class.getResourceAsStream(name);
    if (stream == null) {
      throw new IOException("there is no file " + name + " beside " + SchemaHistory.class);
    }
    return stream;
  }
}
