package io.tapline.server.security;

import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.Resource;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;

/** Reads the metadata of an issuer by HTTP with short time-outs. */
final class OidcDiscovery {

  static final int PATIENCE_MILLIS = 3_000;
  static final int MOST_BYTES = 512 * 1024;

  private final DefaultResourceRetriever retriever =
      new DefaultResourceRetriever(PATIENCE_MILLIS, PATIENCE_MILLIS, MOST_BYTES);
  private final URI issuer;

  OidcDiscovery(URI issuer) {
    this.issuer = issuer;
  }

  /** The current metadata of the issuer. */
  AuthorizationServerMetadata metadata() throws IOException {
    try {
      var answer = retriever.retrieveResource(OIDCProviderMetadata.resolveURL(new Issuer(issuer)));
      var metadata = AuthorizationServerMetadata.parse(answer.getContent());
      // Metadata of another issuer would supply the keys of another issuer.
      if (!issuer.toString().equals(metadata.getIssuer().getValue())) {
        throw new IOException("the discovery document is of another issuer");
      }
      return metadata;
    } catch (GeneralException e) {
      throw new IOException("the discovery document cannot be read", e);
    }
  }

  /**
   * An address of the metadata.
   *
   * @throws IOException if it is missing, or is not safe for secrets
   */
  static URI address(URI address, String name) throws IOException {
    if (address != null && TlsUrl.is(address)) {
      return address;
    }
    throw new IOException("the discovery document has no https: address as " + name);
  }

  Resource fetch(URI uri) throws IOException {
    return retriever.retrieveResource(url(uri));
  }

  static URL url(URI uri) {
    try {
      return uri.toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("not a URL that can be fetched: " + uri, e);
    }
  }
}
