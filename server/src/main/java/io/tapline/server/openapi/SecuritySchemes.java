package io.tapline.server.openapi;

import io.tapline.tapdb.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The authentication schemes of the API. */
final class SecuritySchemes {

  private static final String BEARER = "bearer";
  private static final String SESSION = "session";

  static final List<String> NAMES = List.of(BEARER, SESSION);

  private SecuritySchemes() {}

  static ObjectNode describe() {
    var schemes = Json.object();
    schemes
        .putObject(BEARER)
        .put("type", "http")
        .put("scheme", "bearer")
        .put("description", "A token of one tenant, in the header Authorization");
    schemes
        .putObject(SESSION)
        .put("type", "apiKey")
        .put("in", "cookie")
        .put("name", "tapline_session")
        .put(
            "description",
            "What a login sets, for people; behind TLS its name begins with __Host-. Calls that"
                + " change something also need the header X-CSRF-Token, which /api/v1/me tells.");
    return schemes;
  }
}
