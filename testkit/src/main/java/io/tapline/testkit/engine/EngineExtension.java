package io.tapline.testkit.engine;

import io.tapline.engine.Engine;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Provides one {@link ScratchEngine} for all test classes of a JVM, or for one class that asks for
 * its own, and one {@link TestTenant} per test. Both, and the {@link Engine}, may be parameters of
 * tests and of their set-up and tear-down methods.
 */
public final class EngineExtension
    implements BeforeAllCallback, AfterAllCallback, ParameterResolver {

  private static final Namespace NAMESPACE = Namespace.create(EngineExtension.class);

  /** Not the key of the shared engine, because a store also contains the entries of its parents. */
  private static final String OWN = "own";

  private static final Set<Class<?>> OFFERED =
      Set.of(ScratchEngine.class, TestTenant.class, Engine.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    // A nested class uses the engine of its enclosing class.
    if (wantsOwn(context) && own(context) == null) {
      context.getStore(NAMESPACE).put(OWN, new ScratchEngine());
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    var engine = context.getStore(NAMESPACE).remove(OWN, ScratchEngine.class);
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
    var own = own(context);
    return own == null ? shared(context) : own;
  }

  private static boolean wantsOwn(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getRequiredTestClass(), EngineTest.class)
        .map(EngineTest::ownDatabase)
        .orElse(false);
  }

  private static ScratchEngine own(ExtensionContext context) {
    return context.getStore(NAMESPACE).get(OWN, ScratchEngine.class);
  }

  /**
   * A new database costs PostgreSQL more than the tests of most classes: its files, and the plans
   * of all statements on new connections. Surefire executes each class as a run of its own, so only
   * the session of the launcher lasts longer than a class.
   */
  private static ScratchEngine shared(ExtensionContext context) {
    return context
        .getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
        .computeIfAbsent(ScratchEngine.class, unused -> new ScratchEngine(), ScratchEngine.class);
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
