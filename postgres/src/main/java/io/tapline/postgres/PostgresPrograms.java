package io.tapline.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The programs of the embedded PostgreSQL by name, for callers that run their own server, for
 * example to kill it, copy it or fill its disk.
 */
public final class PostgresPrograms {

  private final PostgresBinaries binaries;

  private PostgresPrograms(PostgresBinaries binaries) {
    this.binaries = binaries;
  }

  /**
   * Unpacks the programs if necessary.
   *
   * @param directory location of the programs if the account has no cache folder
   */
  public static PostgresPrograms unpacked(Path directory) {
    try {
      return new PostgresPrograms(PostgresBinaries.unpackedFor(ServerDirectory.at(directory)));
    } catch (IOException e) {
      throw new EmbeddedServerException("PostgreSQL could not be unpacked: " + e + ".", e);
    }
  }

  /** The path of {@code initdb}, {@code pg_ctl} or {@code postgres}. */
  public Path program(String name) {
    return binaries.program(name);
  }

  /**
   * The command prefix with which this account may run a program; empty except for root and
   * accounts without a name.
   */
  public List<String> prefix() {
    return binaries.prefix();
  }
}
