package io.tapline.server.security;

import io.tapline.server.base.Ticker;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The sign-in endpoints of the issuer: the authorization address, and the exchange of a code for an
 * ID token.
 */
final class OidcProvider {

  private static final int PATIENCE_MILLIS = 10_000;

  /** A request for the sign-in page must not cause a request to the issuer each time. */
  private static final Duration KEPT = Duration.ofMinutes(5);

  private final OidcSettings settings;
  private final OidcDiscovery discovery;
  private final ExpiringCache<JsonNode> known;

  OidcProvider(OidcSettings settings, Ticker ticker) {
    this.settings = settings;
    this.discovery = new OidcDiscovery(settings.issuer());
    this.known = new ExpiringCache<>(1, KEPT, ticker);
  }

  private JsonNode document() throws IOException {
    var document = known.get("");
    if (document == null) {
      document = discovery.document();
      known.put("", document);
    }
    return document;
  }

  /** The address to which a browser is redirected. */
  URI authorization(Map<String, String> parameters) throws IOException {
    var address = OidcDiscovery.address(document(), "authorization_endpoint").toString();
    return URI.create(address + (address.contains("?") ? "&" : "?") + form(parameters));
  }

  /**
   * The ID token for a code; empty if the issuer does not accept the code.
   *
   * @throws IOException if the issuer is unreachable or refuses this server
   */
  Optional<String> idToken(String code, String verifier, URI redirect) throws IOException {
    var document = document();
    var fields = new LinkedHashMap<String, String>();
    fields.put("grant_type", "authorization_code");
    fields.put("code", code);
    fields.put("redirect_uri", redirect.toString());
    fields.put("code_verifier", verifier);
    var connection =
        (HttpURLConnection)
            OidcDiscovery.url(OidcDiscovery.address(document, "token_endpoint")).openConnection();
    identify(connection, fields, document);
    return idToken(send(connection, form(fields)));
  }

  /** Sends the secret in a header, the default, unless the metadata of the issuer excludes it. */
  private void identify(HttpURLConnection connection, Map<String, String> fields, JsonNode document) {
    var client = settings.client();
    var ways = document.path("token_endpoint_auth_methods_supported");
    boolean byBody = ways.isArray() && !has(ways, "client_secret_basic");
    if (client.secret() != null && !byBody) {
      var both = encode(client.id()) + ":" + encode(client.secret());
      connection.setRequestProperty(
          "Authorization",
          "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8)));
      return;
    }
    fields.put("client_id", client.id());
    if (client.secret() != null) {
      fields.put("client_secret", client.secret());
    }
  }

  private static boolean has(JsonNode list, String word) {
    return list.valueStream().anyMatch(entry -> word.equals(entry.asString(null)));
  }

  private record ProviderAnswer(int status, JsonNode body) {}

  private static ProviderAnswer send(HttpURLConnection connection, String form) throws IOException {
    connection.setConnectTimeout(PATIENCE_MILLIS);
    connection.setReadTimeout(PATIENCE_MILLIS);
    // A secret is sent to the configured address only.
    connection.setInstanceFollowRedirects(false);
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "application/x-www-form-urlencoded");
    connection.setRequestProperty("Accept", "application/json");
    try (var out = connection.getOutputStream()) {
      out.write(form.getBytes(StandardCharsets.UTF_8));
    }
    int status = connection.getResponseCode();
    try (var in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      var bytes = in == null ? new byte[0] : in.readNBytes(OidcDiscovery.MOST_BYTES);
      return new ProviderAnswer(status, Json.parse(new String(bytes, StandardCharsets.UTF_8)));
    } catch (JacksonException e) {
      // Without the text or the cause: both may quote secrets.
      throw new IOException("the token endpoint answered " + status + " with what is no JSON");
    }
  }

  private static Optional<String> idToken(ProviderAnswer providerAnswer) throws IOException {
    if (providerAnswer.status() == 200 && providerAnswer.body().path("id_token").isString()) {
      return Optional.of(providerAnswer.body().path("id_token").stringValue());
    }
    var error = providerAnswer.body().path("error").asString("");
    if (error.equals("invalid_grant")) {
      return Optional.empty();
    }
    throw new IOException(
        "the token endpoint answered "
            + providerAnswer.status()
            + (providerAnswer.status() == 200
                ? " without an id_token"
                : " " + OidcError.of(error)));
  }

  private static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
