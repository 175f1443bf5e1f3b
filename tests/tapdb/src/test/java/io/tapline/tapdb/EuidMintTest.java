package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EuidMintTest {

  private static final String LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ";
  private static final String ALPHABET = "0123456789" + LETTERS;

  private final Random random = new Random(20260105);

  @ParameterizedTest
  @CsvSource({"Z,AGX,42,Z-AGX-1AD", "Z,BDT,1,Z-BDT-10", "Z,BDT,2,Z-BDT-2Y"})
  void the_known_vectors_hold(String domain, String prefix, long uid, String euid) {
    assertThat(EuidMint.mint(domain, prefix, uid)).isEqualTo(euid);
    assertThat(EuidMint.uidOf(euid)).hasValue(uid);
  }

  @Test
  void every_uid_comes_back_from_its_euid() {
    uids().forEach(uid -> assertThat(EuidMint.uidOf(mint(uid))).as("uid %d", uid).hasValue(uid));
  }

  @Test
  void two_uids_never_share_an_euid() {
    Set<String> seen = new HashSet<>();
    LongStream.rangeClosed(1, 50_000)
        .forEach(uid -> assertThat(seen.add(EuidMint.mint("Z", "QEE", uid))).isTrue());
  }

  @Test
  void any_one_wrong_character_is_noticed() {
    uids()
        .limit(200)
        .forEach(
            uid -> {
              String euid = mint(uid);
              for (int i = 0; i < euid.length(); i++) {
                for (char c : ALPHABET.toCharArray()) {
                  if (c == euid.charAt(i)) continue;
                  String wrong = euid.substring(0, i) + c + euid.substring(i + 1);
                  assertThat(EuidMint.uidOf(wrong)).as("%s for %s", wrong, euid).isEmpty();
                }
              }
            });
  }

  @Test
  void two_neighbours_swapped_are_noticed_except_the_lowest_and_the_highest_digit() {
    uids()
        .limit(2_000)
        .forEach(
            uid -> {
              String euid = mint(uid);
              for (int i = 0; i + 1 < euid.length(); i++) {
                char left = euid.charAt(i);
                char right = euid.charAt(i + 1);
                // Luhn's own blind spot, the 09/90 of credit cards.
                boolean blind = "0Z".indexOf(left) >= 0 && "0Z".indexOf(right) >= 0;
                if (left == right || left == '-' || right == '-' || blind) continue;
                String swapped = euid.substring(0, i) + right + left + euid.substring(i + 2);
                assertThat(EuidMint.uidOf(swapped)).as("%s for %s", swapped, euid).isEmpty();
              }
            });
  }

  @Test
  void lower_case_is_refused() {
    uids()
        .limit(100)
        .forEach(uid -> assertThat(EuidMint.uidOf(mint(uid).toLowerCase(Locale.ROOT))).isEmpty());
  }

  @Test
  void the_largest_uid_fits_and_the_next_one_is_refused() {
    assertThat(EuidMint.mint("Z", "QEE", Long.MAX_VALUE)).startsWith("Z-QEE-7ZZZZZZZZZZZZ");
    assertThat(EuidMint.uidOf(EuidMint.mint("Z", "QEE", Long.MAX_VALUE))).hasValue(Long.MAX_VALUE);
    for (char check : ALPHABET.toCharArray()) {
      assertThat(EuidMint.uidOf("Z-QEE-8000000000000" + check)).isEmpty();
      assertThat(EuidMint.uidOf("Z-QEE-ZZZZZZZZZZZZZ" + check)).isEmpty();
    }
  }

  @Test
  void one_object_has_one_spelling_so_a_padded_body_is_refused() {
    for (char check : ALPHABET.toCharArray()) {
      assertThat(EuidMint.uidOf("Z-AGX-01A" + check)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "Z",
        "Z-",
        "Z-AGX",
        "Z-AGX-",
        "Z-AGX-D",
        "ZAGX1AD",
        "Z-AGX-1AD ",
        " Z-AGX-1AD",
        "Z-AGX-1AD\n",
        "Z-AGX-1AD\0",
        "Z--1AD",
        "-AGX-1AD",
        "Z-AGX-1A-D",
        "Z-AGX-I0",
        "Z-A-1AD",
        "Z-ABCDE-1AD",
        "Ž-AGX-1AD",
        "Z-AGX-1AU",
        "Z-AGX-1A１"
      })
  void malformed_text_is_refused(String text) {
    assertThat(EuidMint.uidOf(text)).isEmpty();
  }

  @Test
  void any_text_at_all_gets_an_answer() {
    assertThat(EuidMint.uidOf(null)).isEmpty();
    for (int i = 0; i < 20_000; i++) {
      var text = new StringBuilder();
      random.ints(random.nextInt(24), 0, 0x2ff).forEach(c -> text.append((char) c));
      assertThat(EuidMint.uidOf(text.toString())).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Z,AIX,1",
    "Z,LAB,1",
    "Z,OUT,1",
    "Z,UID,1",
    "Z,A,1",
    "Z,ABCDE,1",
    "Z,ab,1",
    "'',ABC,1",
    "z,ABC,1",
    "Z,ABC,0",
    "Z,ABC,-1"
  })
  void what_cannot_be_read_back_is_never_minted(String domain, String prefix, long uid) {
    assertThatIllegalArgumentException().isThrownBy(() -> EuidMint.mint(domain, prefix, uid));
  }

  /** The edges of every digit count, then random ones of every magnitude. */
  private LongStream uids() {
    var edges =
        LongStream.rangeClosed(1, 62)
            .map(bits -> 1L << bits)
            .flatMap(v -> LongStream.of(v - 1, v, v + 1));
    var any =
        LongStream.generate(() -> (random.nextLong() >>> 1 + random.nextInt(62)) + 1).limit(20_000);
    return LongStream.concat(LongStream.concat(edges, LongStream.of(Long.MAX_VALUE)), any);
  }

  private String mint(long uid) {
    return EuidMint.mint(letters(1 + random.nextInt(4)), letters(2 + random.nextInt(3)), uid);
  }

  private String letters(int count) {
    var text = new StringBuilder();
    random.ints(count, 0, LETTERS.length()).forEach(i -> text.append(LETTERS.charAt(i)));
    return text.toString();
  }
}
