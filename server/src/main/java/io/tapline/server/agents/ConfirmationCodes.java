package io.tapline.server.agents;

import io.tapline.engine.model.Caller;
import io.tapline.server.database.OpenDatabase;
import io.tapline.tapdb.InstallationSecret;
import io.tapline.tapdb.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * The code that a proposal returns and its confirmation sends back. It contains the expiry, the
 * principal and the revisions of the targets, with a seal over these, the verb and the arguments.
 * So unconfirmed proposals need no storage, and any server on the database can verify a code.
 */
@Component
final class ConfirmationCodes {

  private static final String HMAC = "HmacSHA256";
  private static final int SEAL_BYTES = 16;
  private static final int PROPOSER_BYTES = 16;

  private final Supplier<byte[]> key;

  ConfirmationCodes(OpenDatabase database) {
    this.key =
        SingletonSupplier.of(
            () -> hmac(InstallationSecret.read(database.serving()), "confirmations of proposals"));
  }

  /**
   * @param revisions of the targets, in their order; -1 for a refused one
   */
  record Terms(Instant until, List<Long> revisions) {}

  /**
   * @param ofCaller whether the caller itself made the proposal
   */
  record Opened(Terms terms, boolean ofCaller) {}

  String code(Caller caller, ProposedVerb verb, ObjectNode arguments, Terms terms) {
    var revisions = terms.revisions();
    var buffer =
        ByteBuffer.allocate(Long.BYTES * (1 + revisions.size()) + PROPOSER_BYTES + SEAL_BYTES);
    var proposer = tag(caller);
    buffer.putLong(terms.until().getEpochSecond());
    buffer.put(proposer);
    revisions.forEach(buffer::putLong);
    buffer.put(seal(caller.tenantId(), proposer, verb, arguments, terms));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(buffer.array());
  }

  /** Empty unless the code was made in this tenant, for this verb and exactly these arguments. */
  Optional<Opened> open(Caller caller, ProposedVerb verb, ObjectNode arguments, String code) {
    try {
      var bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(code));
      var until = Instant.ofEpochSecond(bytes.getLong());
      var proposer = new byte[PROPOSER_BYTES];
      bytes.get(proposer);
      var revisions = new ArrayList<Long>();
      while (bytes.remaining() >= Long.BYTES + SEAL_BYTES) {
        revisions.add(bytes.getLong());
      }
      var sealed = new byte[bytes.remaining()];
      bytes.get(sealed);
      var terms = new Terms(until, List.copyOf(revisions));
      return MessageDigest.isEqual(
              sealed, seal(caller.tenantId(), proposer, verb, arguments, terms))
          ? Optional.of(new Opened(terms, MessageDigest.isEqual(proposer, tag(caller))))
          : Optional.empty();
    } catch (IllegalArgumentException | java.nio.BufferUnderflowException | DateTimeException e) {
      return Optional.empty();
    }
  }

  /** A hash of the principal's name, so that the code has a fixed size and discloses no name. */
  private byte[] tag(Caller caller) {
    return Arrays.copyOf(hmac(key.get(), "proposer " + caller.principal()), PROPOSER_BYTES);
  }

  private byte[] seal(
      long tenantId, byte[] proposer, ProposedVerb verb, ObjectNode arguments, Terms terms) {
    var what =
        Json.object()
            .put("tenant", tenantId)
            .put("proposer", HexFormat.of().formatHex(proposer))
            .put("verb", verb.wire())
            .put("until", terms.until().getEpochSecond());
    what.set("arguments", arguments);
    terms.revisions().forEach(what.putArray("revisions")::add);
    return Arrays.copyOf(hmac(key.get(), Json.canonical(what)), SEAL_BYTES);
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      var mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + HMAC, e);
    }
  }
}
