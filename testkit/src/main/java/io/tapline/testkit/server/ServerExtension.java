package io.tapline.testkit.server;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One {@link ScratchServer} for all test classes of a JVM, started for the first class and stopped
 * after the last. JUnit passes it as a parameter of tests and lifecycle methods.
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

  /** Synchronized, because test classes may run in parallel. */
  private static synchronized ScratchServer server(ExtensionContext context) {
    var store = context.getRoot().getStore(NAMESPACE);
    var server = store.get(ScratchServer.class, ScratchServer.class);
    if (server == null) {
      server = ScratchServer.start();
      // The store closes the server after all tests.
      store.put(ScratchServer.class, server);
    }
    return server;
  }
}
