package io.tapline.server.webhooks;

import io.tapline.api.EventType;
import io.tapline.api.request.WebhookAddress;
import io.tapline.api.request.WebhookFields;
import io.tapline.engine.model.Webhook;
import io.tapline.server.external.SecretSeal;
import io.tapline.tapdb.Json;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Sends one event to one webhook, once. */
final class WebhookSender {

  private static final int LONGEST_ERROR = 500;

  private final SecretSeal seal;
  private final AddressRule addresses;
  private final WebhookClient client;

  WebhookSender(SecretSeal seal, AddressRule addresses, WebhookClient client) {
    this.seal = seal;
    this.addresses = addresses;
    this.client = client;
  }

  /** The reason why this webhook is blocked until a setting changes; otherwise null. */
  String blocked(long tenantId, Webhook webhook) {
    return seal.open(SecretSeal.webhook(tenantId), webhook.note().sealed()) == null
        ? "the secret cannot be decrypted: start the server with the seal key that encrypted"
            + " it, or set the secret again"
        : null;
  }

  /**
   * Null if the receiver accepted the event, otherwise the error. Always completes within {@link
   * WebhookClient#ANSWER} and never with an exception.
   *
   * @param tries number of earlier attempts
   */
  CompletableFuture<String> send(
      long tenantId, Webhook webhook, JsonNode event, int tries, Instant now) {
    try {
      var secret = seal.open(SecretSeal.webhook(tenantId), webhook.note().sealed());
      var refusal = refusal(webhook.note().url());
      if (refusal != null) {
        return CompletableFuture.completedFuture(refusal);
      }
      var body = body(webhook.note().eventNames(), event);
      return client
          .post(
              URI.create(webhook.note().url()),
              headers(webhook, secret, event, tries, now, body),
              body)
          .handle((status, thrown) -> thrown == null ? verdict(status) : words(thrown));
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(words(e));
    }
  }

  /**
   * Repeats the check of the registration, for webhooks that were registered under other settings.
   */
  private String refusal(String url) {
    var wrong = WebhookAddress.refusal(url);
    return wrong != null ? "the url " + wrong : addresses.refusalAtSight(URI.create(url));
  }

  private static Map<String, String> headers(
      Webhook webhook, byte[] secret, JsonNode event, int tries, Instant now, byte[] body) {
    var timestamp = Long.toString(now.getEpochSecond());
    return Map.of(
        "User-Agent",
        "tapline-webhook",
        "Tapline-Webhook",
        webhook.euid(),
        "Tapline-Event-Id",
        event.path("id").asString(""),
        "Tapline-Try",
        Integer.toString(tries + 1),
        WebhookSignature.TIMESTAMP,
        timestamp,
        WebhookSignature.HEADER,
        WebhookSignature.of(secret, timestamp, body));
  }

  private static byte[] body(WebhookFields.Names names, JsonNode event) {
    return Json.print(named(names, event)).getBytes(StandardCharsets.UTF_8);
  }

  /** The event with its type in the naming style of the webhook. */
  static JsonNode named(WebhookFields.Names names, JsonNode event) {
    var type = EventType.named(event.path("type").asString());
    return ((ObjectNode) event.deepCopy())
        .put("type", names == WebhookFields.Names.DOT ? type.dot() : type.wire());
  }

  private static String verdict(int status) {
    return status / 100 == 2 ? null : "HTTP " + status;
  }

  private static String words(Throwable thrown) {
    var cause =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    if (cause instanceof TimeoutException) {
      return "no answer within " + WebhookClient.ANSWER.toSeconds() + " s";
    }
    if (cause instanceof AddressRule.AddressRefused) {
      return cause.getMessage();
    }
    if (cause instanceof UnknownHostException) {
      return "the host of the url is unknown";
    }
    var text =
        cause.getMessage() == null
            ? cause.getClass().getSimpleName()
            : cause.getClass().getSimpleName() + ": " + cause.getMessage();
    return text.length() > LONGEST_ERROR ? text.substring(0, LONGEST_ERROR) : text;
  }

  void close() {
    client.close();
  }

  /**
   * The signature by which a receiver verifies the sender of an event and detects a replayed one.
   */
  private static final class WebhookSignature {

    static final String HEADER = "Tapline-Signature";
    static final String TIMESTAMP = "Tapline-Timestamp";

    private static final String HMAC = "HmacSHA256";

    private WebhookSignature() {}

    /** {@code sha256=} and the hexadecimal HMAC-SHA256 of the timestamp, a dot and the body. */
    static String of(byte[] secret, String timestamp, byte[] body) {
      try {
        var mac = Mac.getInstance(HMAC);
        mac.init(new SecretKeySpec(secret, HMAC));
        mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
        return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java platform has " + HMAC, e);
      }
    }
  }
}
