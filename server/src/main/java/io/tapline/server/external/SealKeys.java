package io.tapline.server.external;

import io.tapline.server.base.PrivateFile;
import io.tapline.server.base.StartupRefused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The keys of the secrets in the database: the first one seals, all of them open. All servers on
 * one database need the same keys. A configured key is first, then a file in the data directory,
 * which is created for an embedded database. The key that is derived from the serving role's
 * password is always the last one: it seals when none is configured, and opens secrets from before
 * one was. A role without a password has none.
 *
 * @param configured whether the first key is not derived from a password
 */
record SealKeys(List<byte[]> keys, boolean configured) {

  static final String VARIABLE = "TAPLINE_SEAL_KEY";
  static final String FILE_VARIABLE = "TAPLINE_SEAL_KEY_FILE";
  static final String FILE = "seal.key";

  private static final int SHORTEST = 32;
  private static final int BYTES = 32;

  /**
   * @param variable null for an unset one
   * @param data the data directory
   * @param embedded whether the database is in the data directory
   * @param servingPassword null for a role without one
   * @throws StartupRefused with a sentence that names the variable or the file
   */
  static SealKeys read(
      UnaryOperator<String> variable, Path data, boolean embedded, String servingPassword) {
    var keys = new ArrayList<byte[]>();
    for (var text : configured(variable, data, embedded)) {
      keys.add(SecretSeal.hmac(bytes(text), "tapline sealed secrets"));
    }
    boolean configured = !keys.isEmpty();
    if (servingPassword != null) {
      keys.add(SecretSeal.hmac(bytes(servingPassword), "tapline callback secrets"));
    }
    return new SealKeys(List.copyOf(keys), configured);
  }

  private static List<String> configured(
      UnaryOperator<String> variable, Path data, boolean embedded) {
    var given = text(variable, VARIABLE);
    var path = text(variable, FILE_VARIABLE);
    if (!given.isEmpty() && !path.isEmpty()) {
      throw new StartupRefused(
          VARIABLE + " and " + FILE_VARIABLE + " are both set; set only one of them.");
    }
    if (!given.isEmpty()) {
      return split(VARIABLE, given);
    }
    var file = path.isEmpty() ? data.resolve(FILE) : Path.of(path);
    try {
      var stored = PrivateFile.read(file);
      if (stored == null && !path.isEmpty()) {
        throw new StartupRefused(FILE_VARIABLE + ": there is no file " + file + ".");
      }
      if (stored == null && embedded) {
        stored = draw();
        PrivateFile.write(file, stored);
      }
      return stored == null ? List.of() : split(file.toString(), stored);
    } catch (IOException e) {
      throw new StartupRefused(
          "The seal key in " + file + " cannot be read or written: " + e.getMessage() + ".", e);
    }
  }

  private static List<String> split(String place, String text) {
    var keys = Arrays.stream(text.split("[,\\s]+")).filter(one -> !one.isEmpty()).toList();
    if (keys.isEmpty() || keys.stream().anyMatch(key -> key.length() < SHORTEST)) {
      throw new StartupRefused(
          place
              + " holds a key of fewer than "
              + SHORTEST
              + " characters; generate one, for example with openssl rand -hex 32.");
    }
    return keys;
  }

  private static String draw() {
    var key = new byte[BYTES];
    new SecureRandom().nextBytes(key);
    return HexFormat.of().formatHex(key);
  }

  private static String text(UnaryOperator<String> variable, String name) {
    var text = variable.apply(name);
    return text == null ? "" : text.strip();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
