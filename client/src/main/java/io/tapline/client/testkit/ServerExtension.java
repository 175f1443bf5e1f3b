package io.tapline.client.testkit;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One {@link ScratchServer} for all test classes of a JVM, started for the first of them and
 * stopped after the last. It is a parameter of tests and of what runs before and after them.
 */
public final class ServerExtension implements BeforeAllCallback, ParameterResolver {

  private static final Namespace NAMESPACE = Namespace.create(ServerExtension.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    server(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == ScratchServer.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return server(context);
  }

  /** Classes may run side by side. */
  private static synchronized ScratchServer server(ExtensionContext context) {
    var store = context.getRoot().getStore(NAMESPACE);
    var server = store.get(ScratchServer.class, ScratchServer.class);
    if (server == null) {
      server = ScratchServer.start();
      // The store closes it at the end of all tests.
      store.put(ScratchServer.class, server);
    }
    return server;
  }
}
