package io.tapline.server.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test class a server of its own, which ends after it: a {@link TestTapline} is a parameter
 * of tests and of what runs before and after them.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(TaplineServerExtension.class)
public @interface TaplineServer {

  /** Whether it also streams work over gRPC, on a free port. */
  boolean grpc() default false;

  /** Whether all invariants of the tenant {@code acme} are checked when the class has ended. */
  boolean checked() default false;
}
