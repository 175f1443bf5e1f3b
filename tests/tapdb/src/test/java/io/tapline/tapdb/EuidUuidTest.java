package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EuidUuidTest {

  /** Clients keep them: another form would be another object to them. */
  @ParameterizedTest
  @CsvSource({
    "Z-AGX-1AD,00000000-0000-8000-8000-2a397ca3e1b7",
    "Z-BDT-10,00000000-0000-8000-8000-014791870a7a"
  })
  void the_form_is_fixed(String euid, UUID uuid) {
    assertThat(EuidUuid.of(euid)).isEqualTo(uuid);
    assertThat(EuidUuid.euidOf(uuid)).hasValue(euid);
  }

  @Test
  void every_euid_comes_back_from_a_well_formed_uuid_of_its_own() {
    var seen = new HashSet<UUID>();
    var random = new Random(20260106);
    LongStream.concat(
            LongStream.of(1, 31, 32, 33, Long.MAX_VALUE - 1, Long.MAX_VALUE),
            LongStream.generate(() -> random.nextLong(1, Long.MAX_VALUE) >>> random.nextInt(62))
                .filter(uid -> uid > 0)
                .distinct()
                .limit(5_000))
        .distinct()
        .forEach(
            uid -> {
              for (var euid :
                  new String[] {
                    EuidMint.mint("Z", "TK", uid),
                    EuidMint.mint("A", "AA", uid),
                    EuidMint.mint("ZZZZ", "ZZZZ", uid)
                  }) {
                var uuid = EuidUuid.of(euid);
                assertThat(seen.add(uuid)).as(euid).isTrue();
                assertThat(uuid.version()).isEqualTo(8);
                assertThat(uuid.variant()).isEqualTo(2);
                assertThat(EuidUuid.euidOf(UUID.fromString(uuid.toString()))).hasValue(euid);
              }
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "ffffffff-ffff-8fff-bfff-ffffffffffff",
        "00000000-0000-8000-8000-000000000000",
        "0190163d-8694-739b-aea5-966c26f8ad90"
      })
  void a_uuid_of_somebody_elses_is_none_of_ours(UUID uuid) {
    assertThat(EuidUuid.euidOf(uuid)).isEmpty();
  }

  @Test
  void random_uuids_of_the_same_version_are_none_of_ours() {
    var random = new Random(20260107);
    for (int i = 0; i < 20_000; i++) {
      var uuid =
          new UUID(
              random.nextLong() & ~0xf000L | 0x8000L, random.nextLong() & ~(3L << 62) | 1L << 63);
      assertThat(EuidUuid.euidOf(uuid)).as(uuid.toString()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Z-AGX-1AX", "Z", "z-agx-1ad", "Ü-AGX-1AD"})
  void what_is_no_euid_has_no_uuid(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> EuidUuid.of(text));
  }
}
