package io.tapline.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A bean method that handles jobs of a queue. Its parameters are any of: the {@link
 * io.tapline.client.worker.Job}, the properties as a JSON tree, the properties as a type of the
 * application. Its return value is stored as the result; an exception fails the attempt, and its
 * type determines the error class.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface TaplineHandler {

  String queue();

  /** The action key of the handled jobs; empty: all jobs without a specific handler. */
  String action() default "";
}
