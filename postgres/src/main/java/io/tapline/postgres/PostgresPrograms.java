package io.tapline.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The programs of the embedded PostgreSQL by name, for programs that run a server of their own with
 * them: one that is to be killed, copied or filled up, as {@link EmbeddedServer} never is.
 */
public final class PostgresPrograms {

  private final PostgresBinaries binaries;

  private PostgresPrograms(PostgresBinaries binaries) {
    this.binaries = binaries;
  }

  /**
   * Unpacked, if they are not yet.
   *
   * @param directory holds them where the account has no cache folder
   */
  public static PostgresPrograms unpacked(Path directory) {
    try {
      return new PostgresPrograms(PostgresBinaries.unpackedFor(ServerDirectory.at(directory)));
    } catch (IOException e) {
      throw new EmbeddedServerException("PostgreSQL could not be unpacked: " + e + ".", e);
    }
  }

  /** {@code initdb}, {@code pg_ctl} or {@code postgres}. */
  public Path program(String name) {
    return binaries.program(name);
  }

  /** What goes before a program so that this account may run it: nothing but for root. */
  public List<String> prefix() {
    return binaries.prefix();
  }
}
