package io.tapline.server.security;

import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.Resource;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads the metadata of an issuer by HTTP with short time-outs. */
final class OidcDiscovery {

  static final int PATIENCE_MILLIS = 3_000;
  static final int MOST_BYTES = 512 * 1024;

  private static final String DOCUMENT = "/.well-known/openid-configuration";

  private final DefaultResourceRetriever retriever =
      new DefaultResourceRetriever(PATIENCE_MILLIS, PATIENCE_MILLIS, MOST_BYTES);
  private final URI issuer;

  OidcDiscovery(URI issuer) {
    this.issuer = issuer;
  }

  /** The current discovery document. */
  JsonNode document() throws IOException {
    var base = issuer.toString().replaceAll("/+$", "");
    var answer = fetch(URI.create(base + DOCUMENT));
    try {
      var document = Json.parse(answer.getContent());
      // A document of another issuer would supply the keys of another issuer.
      if (!issuer.toString().equals(document.path("issuer").asString(null))) {
        throw new IOException("the discovery document is of another issuer");
      }
      return document;
    } catch (JacksonException e) {
      throw new IOException("the discovery document cannot be read", e);
    }
  }

  /**
   * An address of the document.
   *
   * @throws IOException if it is missing, or is not safe for secrets
   */
  static URI address(JsonNode document, String name) throws IOException {
    try {
      var address = URI.create(document.path(name).asString(""));
      if (TlsUrl.is(address)) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // Refused below.
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
