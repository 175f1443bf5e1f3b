package io.tapline.testkit.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Provides a test class with an engine on real PostgreSQL and each of its tests with a tenant, both
 * as parameters; see {@link EngineExtension}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(EngineExtension.class)
public @interface EngineTest {

  /**
   * Whether the class gets an engine on a database of its own, which ends after it. Otherwise all
   * classes of a JVM share one, and each test has a tenant.
   */
  boolean ownDatabase() default false;
}
