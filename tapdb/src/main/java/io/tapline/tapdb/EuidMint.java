package io.tapline.tapdb;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * The only class that looks inside an EUID: {@code DOMAIN-PREFIX-BODYCHECK}, where the body is the
 * uid in Crockford base 32 and the last character is a Luhn mod-32 check over domain, prefix and
 * body. {@code (Z, AGX, 42)} is {@code Z-AGX-1AD}.
 */
public final class EuidMint {

  /**
   * Crockford's: no I, L, O (they read as 1, 1, 0) and no U. Domains and prefixes keep to its
   * letters, so they can be checked.
   */
  private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  private static final int RADIX = ALPHABET.length();
  private static final int BITS_PER_DIGIT = 5;

  /**
   * One character is a domain, two or more would be a family of them; four keeps an EUID short
   * enough to be read aloud.
   */
  private static final Pattern DOMAIN = Pattern.compile("[A-HJKMNP-TV-Z]{1,4}");

  private static final Pattern PREFIX = Pattern.compile("[A-HJKMNP-TV-Z]{2,4}");

  /** 63 bits need 13 digits. No leading zero: one object, one spelling. */
  private static final Pattern EUID =
      Pattern.compile(
          "("
              + DOMAIN
              + ")-("
              + PREFIX
              + ")-([1-9A-HJKMNP-TV-Z][0-9A-HJKMNP-TV-Z]{0,12})([0-9A-HJKMNP-TV-Z])");

  private EuidMint() {}

  public static String mint(String domain, String prefix, long uid) {
    if (!DOMAIN.matcher(domain).matches()) {
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

  /** The uid inside, or empty for anything that {@link #mint} would not have made. */
  public static OptionalLong uidOf(String euid) {
    if (euid == null) return OptionalLong.empty();
    var parts = EUID.matcher(euid);
    if (!parts.matches()) return OptionalLong.empty();
    String body = parts.group(3);
    if (check(parts.group(1) + parts.group(2) + body) != parts.group(4).charAt(0))
      return OptionalLong.empty();
    long uid = 0;
    for (int i = 0; i < body.length(); i++) {
      if (uid > Long.MAX_VALUE >> BITS_PER_DIGIT) return OptionalLong.empty();
      uid = uid << BITS_PER_DIGIT | ALPHABET.indexOf(body.charAt(i));
    }
    return OptionalLong.of(uid);
  }

  static boolean isPrefix(String text) {
    return PREFIX.matcher(text).matches();
  }

  private static String body(long uid) {
    var digits = new StringBuilder();
    for (long rest = uid; rest > 0; rest >>= BITS_PER_DIGIT) {
      digits.append(ALPHABET.charAt((int) (rest & (RADIX - 1))));
    }
    return digits.reverse().toString();
  }

  /**
   * Luhn mod N: from the right, every second value doubled, starting with the last; a product's two
   * digits are added up.
   */
  private static char check(String text) {
    int sum = 0;
    boolean doubled = true;
    for (int i = text.length() - 1; i >= 0; i--) {
      int value = ALPHABET.indexOf(text.charAt(i)) * (doubled ? 2 : 1);
      sum += value / RADIX + value % RADIX;
      doubled = !doubled;
    }
    return ALPHABET.charAt((RADIX - sum % RADIX) % RADIX);
  }
}
