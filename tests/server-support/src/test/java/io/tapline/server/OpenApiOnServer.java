package io.tapline.server;

import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointTable;
import io.tapline.server.testing.TestTapline;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import tools.jackson.databind.JsonNode;

/** A server's table of endpoints and the OpenAPI document that it serves. */
abstract class OpenApiOnServer {

  static TestTapline tapline;
  static List<Endpoint> endpoints;
  static JsonNode document;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    endpoints = tapline.server().bean(EndpointTable.class).endpoints();
    document = tapline.as("acme-human").get("/openapi.json").ok();
  }

  static JsonNode operation(Endpoint endpoint) {
    return document
        .path("paths")
        .path(endpoint.path())
        .path(endpoint.method().name().toLowerCase(Locale.ROOT));
  }
}
