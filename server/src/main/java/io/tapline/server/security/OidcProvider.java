package io.tapline.server.security;

import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.Prompt;
import io.tapline.server.base.Ticker;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The sign-in endpoints of the issuer: the authorization address, and the exchange of a code for an
 * ID token.
 */
final class OidcProvider {

  private static final int PATIENCE_MILLIS = 10_000;

  /** A request for the sign-in page must not cause a request to the issuer each time. */
  private static final Duration KEPT = Duration.ofMinutes(5);

  private final OidcClient client;
  private final ClientID id;
  private final OidcDiscovery discovery;
  private final ExpiringCache<AuthorizationServerMetadata> known;

  OidcProvider(OidcSettings settings, Ticker ticker) {
    this.client = settings.client();
    this.id = new ClientID(client.id());
    this.discovery = new OidcDiscovery(settings.issuer());
    this.known = new ExpiringCache<>(1, KEPT, ticker);
  }

  private AuthorizationServerMetadata metadata() throws IOException {
    var metadata = known.get("");
    if (metadata == null) {
      metadata = discovery.metadata();
      known.put("", metadata);
    }
    return metadata;
  }

  /**
   * The address to which a browser is redirected.
   *
   * @param afresh whether the provider must ask for credentials despite an existing session
   */
  URI authorization(PendingSignIn pending, URI redirect, boolean afresh) throws IOException {
    var address = metadata().getAuthorizationEndpointURI();
    var request =
        new AuthenticationRequest.Builder(
                ResponseType.CODE, Scope.parse(client.scope()), id, redirect)
            .endpointURI(OidcDiscovery.address(address, "authorization_endpoint"))
            .state(new State(pending.state()))
            .nonce(new Nonce(pending.nonce()))
            .codeChallenge(new CodeVerifier(pending.verifier()), CodeChallengeMethod.S256);
    if (afresh) {
      request.prompt(Prompt.Type.LOGIN);
    }
    return request.build().toURI();
  }

  /**
   * The ID token for a code; empty if the issuer does not accept the code.
   *
   * @throws IOException if the issuer is unreachable or refuses this server
   */
  Optional<JWT> idToken(String code, String verifier, URI redirect) throws IOException {
    var grant =
        new AuthorizationCodeGrant(
            new AuthorizationCode(code), redirect, new CodeVerifier(verifier));
    var request = request(metadata(), grant).toHTTPRequest();
    request.setConnectTimeout(PATIENCE_MILLIS);
    request.setReadTimeout(PATIENCE_MILLIS);
    // A secret is sent to the configured address only.
    request.setFollowRedirects(false);
    var answer = request.send();
    try {
      return idToken(OIDCTokenResponseParser.parse(answer), answer.getStatusCode());
    } catch (ParseException e) {
      // Without the text or the cause: both may quote secrets.
      throw new IOException(
          "the token endpoint answered " + answer.getStatusCode() + " with what is no token");
    }
  }

  /** Sends the secret in a header, the default, unless the metadata of the issuer excludes it. */
  private TokenRequest request(AuthorizationServerMetadata metadata, AuthorizationCodeGrant grant)
      throws IOException {
    var address = OidcDiscovery.address(metadata.getTokenEndpointURI(), "token_endpoint");
    if (client.secret() == null) {
      return new TokenRequest.Builder(address, id, grant).build();
    }
    var secret = new Secret(client.secret());
    var ways = metadata.getTokenEndpointAuthMethods();
    boolean byHeader =
        ways == null || ways.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC);
    return new TokenRequest.Builder(
            address,
            byHeader ? new ClientSecretBasic(id, secret) : new ClientSecretPost(id, secret),
            grant)
        .build();
  }

  private static Optional<JWT> idToken(TokenResponse answer, int status) throws IOException {
    if (answer instanceof OIDCTokenResponse tokens && tokens.getOIDCTokens().getIDToken() != null) {
      return Optional.of(tokens.getOIDCTokens().getIDToken());
    }
    if (answer.indicatesSuccess()) {
      throw new IOException("the token endpoint answered " + status + " without an id_token");
    }
    var error = answer.toErrorResponse().getErrorObject().getCode();
    if (OAuth2Error.INVALID_GRANT.getCode().equals(error)) {
      return Optional.empty();
    }
    throw new IOException("the token endpoint answered " + status + " " + OidcError.of(error));
  }

  /** The code of an error from an issuer, or from a request that imitates one. */
  static final class OidcError {

    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9_.-]{1,60}");

    private OidcError() {}

    /** A form that is safe for the log. */
    static String of(String code) {
      return code != null && CODE.matcher(code).matches() ? code : "with an error without a name";
    }
  }
}
