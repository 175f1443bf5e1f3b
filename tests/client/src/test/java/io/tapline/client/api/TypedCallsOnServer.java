package io.tapline.client.api;

import io.tapline.client.TaplineClient;
import io.tapline.server.testing.TestTapline;
import java.util.List;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** One server for all tests of typed calls; it ends with the last test of the run. */
abstract class TypedCallsOnServer {

  static TestTapline tapline;
  static JsonNode document;
  static TaplineClient admin;
  static TaplineClient operator;
  static TaplineClient service;

  @RegisterExtension
  static final BeforeAllCallback SERVER =
      context ->
          context
              .getRoot()
              .getStore(ExtensionContext.Namespace.GLOBAL)
              .computeIfAbsent(SharedServer.class, key -> new SharedServer());

  private static final class SharedServer implements AutoCloseable {

    SharedServer() {
      tapline = TestTapline.start();
      document = tapline.as("acme-admin").get("/openapi.json").ok();
      admin = as("acme-admin");
      operator = as("acme-operator");
      service = as("acme-service");
    }

    @Override
    public void close() {
      List.of(admin, operator, service).forEach(TaplineClient::close);
      tapline.close();
    }
  }

  static TaplineClient as(String token) {
    return TaplineClient.builder().url(tapline.address().toString()).token(token).build();
  }
}
