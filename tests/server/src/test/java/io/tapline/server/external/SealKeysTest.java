package io.tapline.server.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.server.base.StartupRefused;
import io.tapline.server.http.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The key that seals secrets is one of its own, and can be changed. */
class SealKeysTest {

  private static final String OLD = "old-".repeat(8);
  private static final String NEW = "new-".repeat(8);

  @TempDir private Path data;

  private SecretSeal seal(Map<String, String> environment, boolean embedded, String password) {
    return new SecretSeal(SealKeys.read(environment::get, data, embedded, password));
  }

  private static String open(SecretSeal seal, String sealed) {
    var opened = seal.open("place", sealed);
    return opened == null ? null : new String(opened, java.nio.charset.StandardCharsets.UTF_8);
  }

  @Test
  void a_configured_key_does_not_depend_on_the_password_of_the_database() {
    var key = Map.of(SealKeys.VARIABLE, OLD);
    var sealed = seal(key, false, "one password").seal("place", "secret");
    assertThat(open(seal(key, false, "another password"), sealed)).isEqualTo("secret");
    assertThat(open(seal(Map.of(), false, "one password"), sealed)).isNull();
  }

  @Test
  void a_secret_from_before_a_key_was_configured_is_still_opened() {
    var sealed = seal(Map.of(), false, "one password").seal("place", "secret");
    var later = seal(Map.of(SealKeys.VARIABLE, NEW), false, "one password");
    assertThat(open(later, sealed)).isEqualTo("secret");
    assertThat(later.isCurrent("place", sealed)).isFalse();
  }

  @Test
  void the_first_of_several_keys_seals_and_all_of_them_open() {
    var before = seal(Map.of(SealKeys.VARIABLE, OLD), false, "p").seal("place", "secret");
    var both = seal(Map.of(SealKeys.VARIABLE, NEW + "," + OLD), false, "p");
    assertThat(open(both, before)).isEqualTo("secret");
    var after = both.seal("place", "secret");
    assertThat(both.isCurrent("place", after)).isTrue();
    assertThat(open(seal(Map.of(SealKeys.VARIABLE, NEW), false, "p"), after)).isEqualTo("secret");
  }

  @Test
  void an_embedded_database_has_a_key_in_a_file_that_only_its_owner_reads() throws IOException {
    var sealed = seal(Map.of(), true, "one password").seal("place", "secret");
    var file = data.resolve(SealKeys.FILE);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(open(seal(Map.of(), true, "another password"), sealed)).isEqualTo("secret");
    var named = Map.of(SealKeys.FILE_VARIABLE, file.toString());
    assertThat(open(seal(named, false, "another password"), sealed)).isEqualTo("secret");
  }

  @Test
  void without_a_key_and_a_password_a_secret_is_refused_with_the_name_of_the_setting() {
    var none = seal(Map.of(), false, null);
    assertThatThrownBy(() -> none.seal("place", "secret"))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("secret")
        .hasMessageContaining(SealKeys.VARIABLE);
    var configured = seal(Map.of(SealKeys.VARIABLE, OLD), false, null);
    assertThat(open(configured, configured.seal("place", "secret"))).isEqualTo("secret");
  }

  @Test
  void a_key_that_cannot_be_used_is_refused_with_its_name() {
    assertRefused(Map.of(SealKeys.VARIABLE, "short"), SealKeys.VARIABLE);
    assertRefused(Map.of(SealKeys.VARIABLE, OLD + ",short"), SealKeys.VARIABLE);
    assertRefused(Map.of(SealKeys.FILE_VARIABLE, "/nowhere/key"), "/nowhere/key");
    assertRefused(
        Map.of(SealKeys.VARIABLE, OLD, SealKeys.FILE_VARIABLE, "/nowhere/key"),
        SealKeys.FILE_VARIABLE);
  }

  private void assertRefused(Map<String, String> environment, String named) {
    assertThatThrownBy(() -> seal(environment, false, "p"))
        .isInstanceOf(StartupRefused.class)
        .hasMessageContaining(named);
  }
}
