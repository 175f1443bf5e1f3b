package io.tapline.tapdb;

import java.math.BigInteger;
import java.util.Optional;
import java.util.UUID;

/**
 * An EUID as a UUID, for clients that require UUIDs: its text as a number, in the 122 bits that RFC
 * 9562 leaves to a UUID of version 8. The mapping is equal on every server and reversible.
 */
public final class EuidUuid {

  /** The characters of an EUID; the longest has 24 characters, which need 122 bits. */
  private static final String DIGITS = EuidMint.ALPHABET + '-';

  private static final BigInteger RADIX = BigInteger.valueOf(DIGITS.length());

  private static final int VERSION = 8;

  /** The variant of RFC 9562, in the form of {@link UUID#variant}. */
  private static final int VARIANT = 2;

  private static final int LOW_BITS = 62;
  private static final int MIDDLE_BITS = 12;
  private static final int VERSION_BITS = 4;
  private static final long LOW = (1L << LOW_BITS) - 1;
  private static final long MIDDLE = (1L << MIDDLE_BITS) - 1;

  private EuidUuid() {}

  /**
   * @throws IllegalArgumentException if the text is not an EUID
   */
  public static UUID of(String euid) {
    if (EuidMint.uidOf(euid).isEmpty()) {
      throw new IllegalArgumentException("'" + euid + "' is no EUID");
    }
    // Digits count from 1, so that texts of different lengths are different numbers.
    var number = BigInteger.ZERO;
    for (int i = 0; i < euid.length(); i++) {
      number = number.multiply(RADIX).add(BigInteger.valueOf(DIGITS.indexOf(euid.charAt(i)) + 1L));
    }
    long high = number.shiftRight(LOW_BITS).longValue();
    return new UUID(
        high >>> MIDDLE_BITS << VERSION_BITS + MIDDLE_BITS
            | (long) VERSION << MIDDLE_BITS
            | high & MIDDLE,
        (long) VARIANT << LOW_BITS | number.longValue() & LOW);
  }

  /** The EUID, or empty for a UUID that {@link #of} cannot have created. */
  public static Optional<String> euidOf(UUID uuid) {
    if (uuid.version() != VERSION || uuid.variant() != VARIANT) {
      return Optional.empty();
    }
    long most = uuid.getMostSignificantBits();
    var number =
        BigInteger.valueOf(most >>> VERSION_BITS + MIDDLE_BITS << MIDDLE_BITS | most & MIDDLE)
            .shiftLeft(LOW_BITS)
            .or(BigInteger.valueOf(uuid.getLeastSignificantBits() & LOW));
    var text = new StringBuilder();
    while (number.signum() > 0) {
      var parts = number.subtract(BigInteger.ONE).divideAndRemainder(RADIX);
      text.append(DIGITS.charAt(parts[1].intValue()));
      number = parts[0];
    }
    var euid = text.reverse().toString();
    return EuidMint.uidOf(euid).isPresent() ? Optional.of(euid) : Optional.empty();
  }
}
