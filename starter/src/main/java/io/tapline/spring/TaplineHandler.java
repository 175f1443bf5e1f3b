package io.tapline.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method of a bean that does the work of a queue. Its parameters are any of: the {@link
 * io.tapline.client.worker.Job}, the properties as a JSON tree, the properties as a type of the
 * application's own. What it returns is kept as the result; what it throws fails the attempt, its
 * type deciding the error class.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface TaplineHandler {

  /** The queue. */
  String queue();

  /** The action key of the work it does; empty: all work without a handler of its own. */
  String action() default "";
}
