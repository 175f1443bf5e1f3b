package io.tapline.server.webhooks;

import io.tapline.engine.model.EventType;
import io.tapline.engine.model.Webhook;
import io.tapline.server.external.SecretSeal;
import io.tapline.tapdb.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One try to hand one event over. */
final class Post {

  /** To be reached, and to answer: longer, and one slow receiver would hold up its own events. */
  static final Duration CONNECT = Duration.ofSeconds(5);

  static final Duration ANSWER = Duration.ofSeconds(10);

  /** What a receiver says beside its status is of no interest, but a little of it is heard out. */
  private static final long SHORT_ANSWER = 64 * 1024;

  private static final int LONGEST_ERROR = 500;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT)
          // Where the next address leads, nobody has checked.
          .followRedirects(HttpClient.Redirect.NEVER)
          .proxy(HttpClient.Builder.NO_PROXY)
          .build();

  private final SecretSeal seal;
  private final AddressRule addresses;

  Post(SecretSeal seal, AddressRule addresses) {
    this.seal = seal;
    this.addresses = addresses;
  }

  /** What a secret is sealed for; it opens nowhere else. */
  static String place(long tenantId) {
    return "webhook:" + tenantId;
  }

  /**
   * Null when it was taken, else what went wrong. Always ends, within {@link #ANSWER} and never
   * with an exception.
   *
   * @param tries how often it was sent before
   */
  CompletableFuture<String> send(
      long tenantId, Webhook webhook, JsonNode event, int tries, Instant now) {
    try {
      var secret = seal.open(place(tenantId), webhook.note().sealed());
      if (secret == null) {
        return CompletableFuture.completedFuture("its secret cannot be opened; set it again");
      }
      var url = URI.create(webhook.note().url());
      var refusal = addresses.refusal(url);
      if (refusal != null) {
        return CompletableFuture.completedFuture(refusal);
      }
      var sent =
          client.sendAsync(
              request(webhook, url, secret, event, tries, now), head -> discarded(head));
      return sent.orTimeout(ANSWER.toMillis(), TimeUnit.MILLISECONDS)
          .handle(
              (response, thrown) -> {
                // Whoever does not answer in time is not waited for any longer.
                sent.cancel(true);
                return thrown == null ? verdict(response) : words(thrown);
              });
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(words(e));
    }
  }

  private static HttpRequest request(
      Webhook webhook, URI url, byte[] secret, JsonNode event, int tries, Instant now) {
    var body = body(webhook.note().eventNames(), event);
    var timestamp = Long.toString(now.getEpochSecond());
    return HttpRequest.newBuilder(url)
        .timeout(ANSWER)
        .header("Content-Type", "application/json")
        .header("User-Agent", "tapline-webhook")
        .header("Tapline-Webhook", webhook.euid())
        .header("Tapline-Event-Id", event.path("id").asString(""))
        .header("Tapline-Try", Integer.toString(tries + 1))
        .header(Signature.TIMESTAMP, timestamp)
        .header(Signature.HEADER, Signature.of(secret, timestamp, body))
        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
        .build();
  }

  private static byte[] body(Webhook.Names names, JsonNode event) {
    return Json.print(named(names, event)).getBytes(StandardCharsets.UTF_8);
  }

  /** The event as a webhook that asked for these names sees it, whichever it bears now. */
  static JsonNode named(Webhook.Names names, JsonNode event) {
    var type = EventType.named(event.path("type").asString());
    return ((ObjectNode) event.deepCopy())
        .put("type", names == Webhook.Names.DOT ? type.dot() : type.wire());
  }

  private static HttpResponse.BodySubscriber<Void> discarded(HttpResponse.ResponseInfo head) {
    return head.headers().firstValueAsLong("Content-Length").orElse(Long.MAX_VALUE) <= SHORT_ANSWER
        ? HttpResponse.BodySubscribers.discarding()
        : new HungUp();
  }

  private static String verdict(HttpResponse<?> response) {
    return response.statusCode() / 100 == 2 ? null : "HTTP " + response.statusCode();
  }

  private static String words(Throwable thrown) {
    var cause =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    if (cause instanceof TimeoutException) {
      return "no answer within " + ANSWER.toSeconds() + " s";
    }
    var text =
        cause.getMessage() == null
            ? cause.getClass().getSimpleName()
            : cause.getClass().getSimpleName() + ": " + cause.getMessage();
    return text.length() > LONGEST_ERROR ? text.substring(0, LONGEST_ERROR) : text;
  }
}
