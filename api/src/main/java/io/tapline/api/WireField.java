package io.tapline.api;

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

  /** Maximum length in the documentation, where the stored form of a text is longer. */
  int documentedLength() default 0;

  /**
   * The field for free text, which the refusal recommends. The value is then a code: letters,
   * digits and few other characters.
   */
  String codeBeside() default "";

  /**
   * Whether the value is an identifier of another system. It is copied into evidence, so it must
   * not contain free text: letters, digits and few other characters.
   */
  boolean identifier() default false;

  /** Maximum number of entries of a list, in the documentation. */
  int entries() default Limits.LIST;

  /** Smallest permitted number. */
  double least() default 0;

  /**
   * Whether a number below {@link #least} is refused while the request is read, before all checks.
   */
  boolean refusedBelowLeast() default false;

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

  /**
   * The refusal of a value that is not {@link #documented}, of an empty list, and of an absent
   * value that is required; by default no refusal.
   */
  String otherwise() default "";

  /** A {@link FieldRule} for the value, which is checked after the other constraints. */
  Class<?> rule() default void.class;

  /** Whether only the server sets the value: it is checked, and it is no field on the wire. */
  boolean internal() default false;

  /**
   * A record whose fields belong to the request that has a component of this type: they are no
   * object on the wire. On a component, it applies to this component only.
   */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.RECORD_COMPONENT})
  @interface Group {

    /** Whether the component is null when the request contains none of the fields. */
    boolean nullIfEmpty() default false;
  }

  /** Fields of a group that one request requires and others do not. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Required {

    String[] value();

    /** The refusal of an absent value and of an empty list. */
    String otherwise() default "is required";
  }

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

    /** Whether the rules between the fields are checked before the fields. */
    boolean rulesFirst() default false;
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
