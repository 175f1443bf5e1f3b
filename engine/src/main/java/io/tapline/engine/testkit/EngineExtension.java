package io.tapline.engine.testkit;

import io.tapline.engine.Engine;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Provides one {@link ScratchEngine} per test class and one {@link TestTenant} per test. Both, and
 * the {@link Engine}, may be parameters of tests and of their set-up and tear-down methods.
 */
public final class EngineExtension
    implements BeforeAllCallback, AfterAllCallback, ParameterResolver {

  private static final Namespace NAMESPACE = Namespace.create(EngineExtension.class);
  private static final Set<Class<?>> OFFERED =
      Set.of(ScratchEngine.class, TestTenant.class, Engine.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    // A nested class uses the engine of its enclosing class.
    if (engine(context) == null) {
      context.getStore(NAMESPACE).put(ScratchEngine.class, new ScratchEngine());
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    var engine = context.getStore(NAMESPACE).remove(ScratchEngine.class, ScratchEngine.class);
    if (engine != null) {
      engine.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return OFFERED.contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var type = parameter.getParameter().getType();
    if (type == TestTenant.class) {
      return tenant(context);
    }
    return type == Engine.class ? engine(context).engine() : engine(context);
  }

  private static ScratchEngine engine(ExtensionContext context) {
    return context.getStore(NAMESPACE).get(ScratchEngine.class, ScratchEngine.class);
  }

  private static TestTenant tenant(ExtensionContext context) {
    if (context.getTestMethod().isEmpty()) {
      throw new ParameterResolutionException(
          "a TestTenant belongs to one test: take it in @BeforeEach or in the test itself");
    }
    var store = context.getStore(NAMESPACE);
    var tenant = store.get(TestTenant.class, TestTenant.class);
    if (tenant == null) {
      tenant = engine(context).tenant();
      store.put(TestTenant.class, tenant);
    }
    return tenant;
  }
}
