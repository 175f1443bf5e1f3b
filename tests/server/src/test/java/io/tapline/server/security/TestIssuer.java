package io.tapline.server.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** An identity provider on this machine: it signs for real, and shows its public keys by HTTP. */
public final class TestIssuer implements AutoCloseable {

  static final String AUDIENCE = "tapline";

  private final HttpServer server;
  private final AtomicInteger asked = new AtomicInteger();
  private volatile List<JWK> keys;
  private volatile String name;
  private volatile String tokenEndpoint;

  public TestIssuer() throws IOException, JOSEException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    keys = List.of(rsa("k1"));
    name = uri().toString();
    tokenEndpoint = uri() + "/token";
    server.createContext(
        "/.well-known/openid-configuration",
        exchange ->
            answer(
                exchange,
                "application/json",
                Json.print(
                    Map.of(
                        "issuer",
                        name,
                        "jwks_uri",
                        uri() + "/keys",
                        "authorization_endpoint",
                        uri() + "/authorize?lab=1",
                        "token_endpoint",
                        tokenEndpoint))));
    server.createContext(
        "/keys",
        exchange -> {
          asked.incrementAndGet();
          answer(exchange, "application/json", keySet());
        });
    server.start();
  }

  static void answer(HttpExchange exchange, String type, String text) throws IOException {
    answer(exchange, 200, type, text);
  }

  static void answer(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    try (var body = exchange.getResponseBody()) {
      body.write(bytes);
    }
  }

  static RSAKey rsa(String id) throws JOSEException {
    return new RSAKeyGenerator(2048).keyID(id).generate();
  }

  static ECKey ec(String id) throws JOSEException {
    return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** As it is shown: public keys only. */
  String keySet() {
    return new JWKSet(keys).toPublicJWKSet().toString();
  }

  JWK key() {
    return keys.get(0);
  }

  int timesAsked() {
    return asked.get();
  }

  void rotateTo(JWK... all) {
    keys = List.of(all);
  }

  /** The discovery document says that it is someone else's. */
  void pretendToBe(String other) {
    name = other;
  }

  /** The discovery document names another address for codes. */
  void tokenEndpoint(String address) {
    tokenEndpoint = address;
  }

  HttpServer server() {
    return server;
  }

  JWTClaimsSet.Builder claims() {
    var now = Instant.now();
    return new JWTClaimsSet.Builder()
        .issuer(uri().toString())
        .audience(AUDIENCE)
        .subject("ada")
        .issueTime(Date.from(now))
        .expirationTime(Date.from(now.plusSeconds(300)))
        .claim("org", "acme")
        .claim("roles", List.of("operator"));
  }

  String token() {
    return token(claims -> claims);
  }

  String token(UnaryOperator<JWTClaimsSet.Builder> change) {
    return sign(key(), change.apply(claims()).build());
  }

  static String sign(JWK key, JWTClaimsSet claims) {
    try {
      return key instanceof RSAKey rsa
          ? sign(
              JWSAlgorithm.RS256, JOSEObjectType.JWT, key.getKeyID(), new RSASSASigner(rsa), claims)
          : sign(
              JWSAlgorithm.ES256,
              JOSEObjectType.JWT,
              key.getKeyID(),
              new ECDSASigner(key.toECKey()),
              claims);
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  static String sign(
      JWSAlgorithm algorithm,
      JOSEObjectType type,
      String keyId,
      JWSSigner signer,
      JWTClaimsSet claims)
      throws JOSEException {
    var jwt =
        new SignedJWT(new JWSHeader.Builder(algorithm).type(type).keyID(keyId).build(), claims);
    jwt.sign(signer);
    return jwt.serialize();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
