package io.tapline.api.request;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Defines one field of a request, on the component of its record. The reading and the checks of the
 * request, the API description, the reference pages and the schemas of the agent tools are derived
 * from it.
 *
 * <p>Several records can share the definition of a field: an annotation that is annotated with a
 * definition can replace the definition on a component.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.ANNOTATION_TYPE})
public @interface WireField {

  /** Documentation of the field. */
  String about();

  /** Name on the wire; by default the name of the component in snake_case. */
  String name() default "";

  /** Whether a request without the field is refused. */
  boolean required() default false;

  /** A field of the same request: the value is required unless this flag is true. */
  String requiredUnless() default "";

  /** A field of the same request: the value is required unless this field has one. */
  String requiredWithout() default "";

  /** Maximum number of characters of a text, or of each text of a list. */
  int length() default 0;

  /**
   * The field for free text, which the refusal recommends. The value is then a code: letters,
   * digits and few other characters.
   */
  String codeBeside() default "";

  /** Smallest permitted number. */
  double least() default 0;

  /** Largest permitted number. */
  double most() default Double.MAX_VALUE;

  /** Value of an {@code int} that is absent. */
  int ifAbsent() default 0;

  /** Maximum size of a JSON document. */
  int bytes() default 0;

  /** Whether a JSON document has to be an object. */
  boolean object() default false;

  /** The permitted words of a text, as the names of the constants; none by default. */
  Class<?> words() default void.class;

  /** The words for false and true, for a flag that is sent as one of two words. */
  String[] flagWords() default {};

  /** The constants in the documentation, for a request that accepts only some of its type. */
  String[] documented() default {};

  /** The refusal of any value that is not documented, including none; by default no refusal. */
  String otherwise() default "";

  /** Whether only the server sets the value: it is checked, and it is no field on the wire. */
  boolean internal() default false;

  /**
   * The order in which the fields are checked; the first fault is the answer. Fields that are not
   * named are checked between, in the order of the components. An order on a record replaces the
   * order on its interface.
   */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface CheckOrder {
    String[] first() default {};

    String[] last() default {};
  }

  /** A text that a request may contain without effect. It is read before the other fields. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface Ignored {
    String name();

    int length();

    String about();
  }
}
