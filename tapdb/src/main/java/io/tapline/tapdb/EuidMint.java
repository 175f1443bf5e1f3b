package io.tapline.tapdb;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * The only class that parses an EUID: {@code DOMAIN-PREFIX-BODYCHECK}, where the body is the uid in
 * Crockford base 32 and the last character is a Luhn mod-32 check over domain, prefix and body.
 * {@code (Z, AGX, 42)} is {@code Z-AGX-1AD}.
 */
public final class EuidMint {

  /**
   * The alphabet of Crockford: without I, L, O (similar to 1, 1, 0) and U. Domains and prefixes use
   * its letters only, so that the check covers them.
   */
  static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  private static final int FIRST_LETTER = ALPHABET.indexOf('A');
  private static final int RADIX = ALPHABET.length();
  private static final int BITS_PER_DIGIT = 5;

  /**
   * One character is a domain, two or more would be a family of them; four keeps an EUID short
   * enough to be read aloud.
   */
  private static final int MAX_LETTERS = 4;

  private static final int MIN_PREFIX = 2;

  /** 63 bits need 13 digits. */
  private static final int MAX_BODY = 13;

  /**
   * The index of a character in the alphabet, or -1; a table, because every character of every EUID
   * needs it.
   */
  private static final byte[] VALUES = values();

  private EuidMint() {}

  public static String mint(String domain, String prefix, long uid) {
    if (!letters(domain, 1)) {
      throw new IllegalArgumentException(
          "domain '" + domain + "' is not 1 to 4 letters A-Z without I, L, O, U");
    }
    if (!isPrefix(prefix)) {
      throw new IllegalArgumentException(
          "prefix '" + prefix + "' is not 2 to 4 letters A-Z without I, L, O, U");
    }
    if (uid < 1) throw new IllegalArgumentException("uid " + uid + " is not positive");
    String body = body(uid);
    return domain + '-' + prefix + '-' + body + check(domain + prefix + body);
  }

  /**
   * The uid in the EUID, or null for null and for a text that {@link #mint} cannot have created.
   */
  public static Long uidOrNull(String euid) {
    var uid = uidOf(euid);
    return uid.isPresent() ? uid.getAsLong() : null;
  }

  /** The uid in the EUID, or empty for a text that {@link #mint} cannot have created. */
  public static OptionalLong uidOf(String euid) {
    if (euid == null) return OptionalLong.empty();
    int first = euid.indexOf('-');
    int second = euid.indexOf('-', first + 1);
    if (first < 0 || second < 0) return OptionalLong.empty();
    String domain = euid.substring(0, first);
    String prefix = euid.substring(first + 1, second);
    int last = euid.length() - 1;
    // No leading zero: each object has one spelling.
    if (!letters(domain, 1)
        || !isPrefix(prefix)
        || second == last
        || euid.charAt(second + 1) == '0') return OptionalLong.empty();
    int digits = last - second - 1;
    if (digits < 1 || digits > MAX_BODY) return OptionalLong.empty();
    long uid = 0;
    for (int i = second + 1; i < last; i++) {
      int value = value(euid.charAt(i));
      if (value < 0 || uid > Long.MAX_VALUE >> BITS_PER_DIGIT) return OptionalLong.empty();
      uid = uid << BITS_PER_DIGIT | value;
    }
    return check(domain + prefix + euid.substring(second + 1, last)) == euid.charAt(last)
        ? OptionalLong.of(uid)
        : OptionalLong.empty();
  }

  /** Number of domains of this length. */
  static long domains(int letters) {
    return Math.round(Math.pow(RADIX - FIRST_LETTER, letters));
  }

  static String domain(RandomGenerator chance, int letters) {
    var domain = new StringBuilder();
    for (int i = 0; i < letters; i++) {
      domain.append(ALPHABET.charAt(chance.nextInt(FIRST_LETTER, RADIX)));
    }
    return domain.toString();
  }

  static boolean isPrefix(String text) {
    return letters(text, MIN_PREFIX);
  }

  private static boolean letters(String text, int min) {
    if (text.length() < min || text.length() > MAX_LETTERS) return false;
    for (int i = 0; i < text.length(); i++) {
      if (value(text.charAt(i)) < FIRST_LETTER) return false;
    }
    return true;
  }

  private static int value(char c) {
    return c < VALUES.length ? VALUES[c] : -1;
  }

  private static byte[] values() {
    var values = new byte['Z' + 1];
    Arrays.fill(values, (byte) -1);
    for (int i = 0; i < ALPHABET.length(); i++) {
      values[ALPHABET.charAt(i)] = (byte) i;
    }
    return values;
  }

  private static String body(long uid) {
    var digits = new StringBuilder();
    for (long rest = uid; rest > 0; rest >>= BITS_PER_DIGIT) {
      digits.append(ALPHABET.charAt((int) (rest & (RADIX - 1))));
    }
    return digits.reverse().toString();
  }

  /**
   * Luhn mod N: from the right, every second value is doubled, starting with the last; the two
   * digits of a product are added.
   */
  private static char check(String text) {
    int sum = 0;
    boolean doubled = true;
    for (int i = text.length() - 1; i >= 0; i--) {
      int value = value(text.charAt(i)) * (doubled ? 2 : 1);
      sum += value / RADIX + value % RADIX;
      doubled = !doubled;
    }
    return ALPHABET.charAt((RADIX - sum % RADIX) % RADIX);
  }
}
