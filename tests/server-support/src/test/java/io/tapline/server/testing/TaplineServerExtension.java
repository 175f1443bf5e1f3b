package io.tapline.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.check.InvariantChecker;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** One {@link TestTapline} per test class. */
final class TaplineServerExtension
    implements BeforeAllCallback, AfterAllCallback, ParameterResolver {

  private static final Namespace NAMESPACE = Namespace.create(TaplineServerExtension.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    // A nested class shares what the class around it has.
    if (server(context) == null) {
      context
          .getStore(NAMESPACE)
          .put(
              TestTapline.class,
              wanted(context).grpc() ? TestTapline.startWithGrpc() : TestTapline.start());
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    try (var server = context.getStore(NAMESPACE).remove(TestTapline.class, TestTapline.class)) {
      if (server != null && wanted(context).checked()) {
        assertThat(new InvariantChecker(server.engine()).check(server.tenantId("acme"))).isEmpty();
      }
    }
  }

  private static TaplineServer wanted(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getRequiredTestClass(), TaplineServer.class)
        .orElseThrow();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestTapline.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return server(context);
  }

  private static TestTapline server(ExtensionContext context) {
    return context.getStore(NAMESPACE).get(TestTapline.class, TestTapline.class);
  }
}
