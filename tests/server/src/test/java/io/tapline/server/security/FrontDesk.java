package io.tapline.server.security;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.JWTClaimsSet;
import com.sun.net.httpserver.HttpExchange;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The sign-in page of a {@link TestIssuer}: it shows a page with one link, and returns an ID token
 * for a code once, to the registered client, with the right verifier and address.
 */
public final class FrontDesk {

  public static final String CLIENT = "tapline-pages";
  public static final String SECRET = "a secret: of the client & of nobody else";

  private final TestIssuer issuer;
  private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
  private volatile UnaryOperator<JWTClaimsSet.Builder> change = claims -> claims;
  private volatile JWK key;
  private volatile String lastToken;

  public FrontDesk(TestIssuer issuer) {
    this.issuer = issuer;
    issuer.server().createContext("/authorize", this::page);
    issuer.server().createContext("/token", this::token);
  }

  /** Changes the claims of its ID tokens from now on. */
  void says(UnaryOperator<JWTClaimsSet.Builder> other) {
    change = other;
  }

  /** Whose signature is under them; null for the issuer's own. */
  void signsWith(JWK other) {
    key = other;
  }

  String lastToken() {
    return lastToken;
  }

  private void page(HttpExchange exchange) throws IOException {
    var back = visit(exchange.getRequestURI());
    TestIssuer.answer(
        exchange,
        "text/html;charset=utf-8",
        "<!doctype html><title>Provider</title><a href=\""
            + back.toString().replace("&", "&amp;")
            + "\">Continue as ada</a>");
  }

  /** The address to which the browser is redirected after the consent. */
  URI visit(URI authorization) {
    var asked = fields(authorization.getRawQuery());
    var code = UUID.randomUUID().toString();
    codes.put(code, asked);
    return URI.create(
        asked.get("redirect_uri")
            + "?code="
            + code
            + "&state="
            + asked.get("state")
            + "&session_state=theirs&iss="
            + URLEncoder.encode(issuer.uri().toString(), StandardCharsets.UTF_8));
  }

  private void token(HttpExchange exchange) throws IOException {
    var sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    var fields = fields(sent);
    if (!client(exchange).equals(CLIENT + ":" + SECRET)) {
      TestIssuer.answer(exchange, 401, "application/json", "{\"error\": \"invalid_client\"}");
      return;
    }
    var asked = codes.remove(fields.get("code"));
    if (asked == null || !fits(asked, fields)) {
      TestIssuer.answer(exchange, 400, "application/json", "{\"error\": \"invalid_grant\"}");
      return;
    }
    var claims = issuer.claims().audience(CLIENT).claim("nonce", asked.get("nonce"));
    lastToken = TestIssuer.sign(key == null ? issuer.key() : key, change.apply(claims).build());
    TestIssuer.answer(
        exchange,
        "application/json",
        Json.print(
            Map.of("id_token", lastToken, "access_token", "unused", "token_type", "Bearer")));
  }

  private static String client(HttpExchange exchange) {
    var header = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
    if (!header.startsWith("Basic ")) {
      return "";
    }
    var both = new String(Base64.getDecoder().decode(header.substring(6)), StandardCharsets.UTF_8);
    return URLDecoder.decode(both, StandardCharsets.UTF_8);
  }

  private static boolean fits(Map<String, String> asked, Map<String, String> sent) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var verifier = sent.get("code_verifier").getBytes(StandardCharsets.US_ASCII);
      var challenge =
          Base64.getUrlEncoder().withoutPadding().encodeToString(digest.digest(verifier));
      return "authorization_code".equals(sent.get("grant_type"))
          && "S256".equals(asked.get("code_challenge_method"))
          && challenge.equals(asked.get("code_challenge"))
          && asked.get("redirect_uri").equals(sent.get("redirect_uri"));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  static Map<String, String> fields(String form) {
    return Arrays.stream(form.split("&"))
        .map(pair -> pair.split("=", 2))
        .collect(
            Collectors.toMap(
                pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
  }
}
