package io.tapline.postgres;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The settings on the command line of the server, which neither postgresql.conf nor ALTER SYSTEM
 * can override.
 */
final class PostgresSettings {

  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_.]*");

  /** The guarantees of this module; a request for another value is refused. */
  private static final Map<String, String> FIXED =
      Map.of(
          "fsync", "on",
          "full_page_writes", "on",
          "synchronous_commit", "on",
          "listen_addresses", "127.0.0.1",
          "unix_socket_directories", "",
          "password_encryption", "scram-sha-256",
          "logging_collector", "off");

  private static final Set<String> OURS =
      Set.of("port", "data_directory", "config_file", "hba_file", "ident_file");

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "max_connections", "200",
          "shared_buffers", "256MB",
          // The configuration file has the number for the random password of the superuser.
          "scram_iterations", "4096",
          "timezone", "UTC",
          "log_timezone", "UTC",
          // A statement of a killed JVM, with its locks, must not outlive that JVM for long.
          "client_connection_check_interval", "5s");

  /**
   * The settings of a server with disposable data: a crash of PostgreSQL still loses nothing, and a
   * crash of the machine also ends the tests. Tests log in often, and their passwords are public.
   */
  private static final Map<String, String> THROWN_AWAY =
      Map.of("fsync", "off", "full_page_writes", "off", "scram_iterations", "1");

  private final Map<String, String> chosen = new LinkedHashMap<>();
  private boolean thrownAway;

  void put(String name, String value) {
    String plain = name.toLowerCase(Locale.ROOT);
    if (!NAME.matcher(plain).matches()) {
      throw new EmbeddedServerException("'%s' is not the name of a setting.".formatted(name));
    }
    if (FIXED.containsKey(plain) || OURS.contains(plain)) {
      throw new EmbeddedServerException(
          "The setting %s of the embedded PostgreSQL cannot be chosen: use a PostgreSQL of your own for that."
              .formatted(plain));
    }
    chosen.put(plain, value);
  }

  /** The data are deleted at the end, so a commit need not wait for the disk. */
  void throwAway() {
    thrownAway = true;
  }

  /** The order is fixed, so that two starts with the same settings have the same arguments. */
  List<String> arguments(int port) {
    Map<String, String> all = new TreeMap<>(DEFAULTS);
    all.putAll(chosen);
    all.putAll(FIXED);
    if (thrownAway) {
      all.putAll(THROWN_AWAY);
    }
    List<String> arguments = new ArrayList<>(List.of("-p", Integer.toString(port)));
    all.forEach((name, value) -> arguments.addAll(List.of("-c", name + "=" + value)));
    return arguments;
  }
}
