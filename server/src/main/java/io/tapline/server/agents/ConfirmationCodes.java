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
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a proposal gives and its confirmation brings back: until when, and at which revisions its
 * targets were, under a seal over these, the principal, the verb and the arguments. So nothing is
 * kept for proposals that nobody confirms, and any server on the database can tell its own.
 */
@Component
final class ConfirmationCodes {

  private static final String HMAC = "HmacSHA256";
  private static final int SEAL_BYTES = 16;

  private final Supplier<byte[]> key;

  ConfirmationCodes(OpenDatabase database) {
    this.key =
        SingletonSupplier.of(
            () -> hmac(InstallationSecret.read(database.serving()), "confirmations of proposals"));
  }

  /**
   * @param revisions of the targets, in their order; -1 for one that was refused
   */
  record Terms(Instant until, List<Long> revisions) {}

  String code(Caller caller, ProposedVerb verb, ObjectNode arguments, Terms terms) {
    var revisions = terms.revisions();
    var buffer = ByteBuffer.allocate(Long.BYTES * (1 + revisions.size()) + SEAL_BYTES);
    buffer.putLong(terms.until().getEpochSecond());
    revisions.forEach(buffer::putLong);
    buffer.put(seal(caller, verb, arguments, terms));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(buffer.array());
  }

  /** Empty when it was not made for this caller, this verb and these very arguments. */
  Optional<Terms> open(Caller caller, ProposedVerb verb, ObjectNode arguments, String code) {
    try {
      var bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(code));
      var until = Instant.ofEpochSecond(bytes.getLong());
      var revisions = new ArrayList<Long>();
      while (bytes.remaining() >= Long.BYTES + SEAL_BYTES) {
        revisions.add(bytes.getLong());
      }
      var sealed = new byte[bytes.remaining()];
      bytes.get(sealed);
      var terms = new Terms(until, List.copyOf(revisions));
      return MessageDigest.isEqual(sealed, seal(caller, verb, arguments, terms))
          ? Optional.of(terms)
          : Optional.empty();
    } catch (IllegalArgumentException | java.nio.BufferUnderflowException | DateTimeException e) {
      return Optional.empty();
    }
  }

  private byte[] seal(Caller caller, ProposedVerb verb, ObjectNode arguments, Terms terms) {
    var what =
        Json.object()
            .put("tenant", caller.tenantId())
            .put("principal", caller.principal())
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
