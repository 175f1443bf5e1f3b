package io.tapline.api.request;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The definition of a request, read once from the annotations of its record. A text without a
 * maximum length and a document without a maximum size are errors of the definition.
 */
public final class RequestForm {

  private static final ClassValue<RequestForm> FORMS =
      new ClassValue<>() {
        @Override
        protected RequestForm computeValue(Class<?> type) {
          return new RequestForm(type);
        }
      };

  /**
   * One component of the record.
   *
   * @param name the wire name
   * @param type the type of the component; for a list the type of its elements
   * @param rules the definition; null for a component that is no field
   */
  public record Field(
      String name, Class<?> type, boolean isList, WireField rules, Method accessor) {

    public Object valueIn(Object request) {
      try {
        return accessor.invoke(request);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("cannot read " + accessor, e);
      }
    }

    /** The permitted words of a text; empty when every text is permitted. */
    public List<String> words() {
      return rules.words() == void.class ? List.of() : names(rules.words());
    }

    private boolean onWire() {
      return rules != null && !rules.internal();
    }
  }

  private final Constructor<?> constructor;
  private final List<Field> components;
  private final List<Field> checked;
  private final WireField.Ignored ignored;

  private RequestForm(Class<?> type) {
    if (!type.isRecord()) {
      throw new IllegalArgumentException(type + " is not a record");
    }
    var parts = type.getRecordComponents();
    constructor = constructor(type, parts);
    components = Arrays.stream(parts).map(RequestForm::field).toList();
    checked = checked(components, order(type));
    ignored = type.getAnnotation(WireField.Ignored.class);
  }

  /**
   * @throws IllegalArgumentException if the type is not a record
   */
  public static RequestForm of(Class<?> record) {
    return FORMS.get(record);
  }

  /** All fields on the wire that have an effect, in the order of the components. */
  public List<Field> fields() {
    return components.stream().filter(Field::onWire).toList();
  }

  /** The fields in the order of their checks, including those that only the server sets. */
  public List<Field> checked() {
    return checked;
  }

  /** The field without effect, or null. */
  public WireField.Ignored ignored() {
    return ignored;
  }

  /** Creates the record from the values of its fields and of its other components. */
  public Object create(Function<Field, Object> fieldValue, Function<Class<?>, Object> otherValue) {
    var values = new Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      var component = components.get(i);
      values[i] =
          component.onWire() ? fieldValue.apply(component) : otherValue.apply(component.type());
    }
    try {
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot create " + constructor, e);
    }
  }

  private static Constructor<?> constructor(Class<?> type, RecordComponent[] parts) {
    try {
      var types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
      var canonical = type.getDeclaredConstructor(types);
      canonical.setAccessible(true);
      return canonical;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(type + " has no canonical constructor", e);
    }
  }

  private static Field field(RecordComponent component) {
    var rules = rules(component);
    boolean list = rules != null && component.getType() == List.class;
    var type = list ? element(component) : component.getType();
    var name = rules == null || rules.name().isEmpty() ? snakeCase(component) : rules.name();
    var accessor = component.getAccessor();
    accessor.setAccessible(true);
    if (rules != null) {
      requireLimits(component, type, rules);
    }
    return new Field(name, type, list, rules, accessor);
  }

  private static Class<?> element(RecordComponent list) {
    return (Class<?>) ((ParameterizedType) list.getGenericType()).getActualTypeArguments()[0];
  }

  /** The definition on the component, or on an annotation of the component. */
  private static WireField rules(AnnotatedElement component) {
    return Arrays.stream(component.getAnnotations())
        .map(
            annotation ->
                annotation instanceof WireField own
                    ? own
                    : annotation.annotationType().getAnnotation(WireField.class))
        .filter(rules -> rules != null)
        .findFirst()
        .orElse(null);
  }

  private static void requireLimits(RecordComponent component, Class<?> type, WireField rules) {
    boolean limited =
        type == String.class
            ? rules.length() > 0 || !rules.codeBeside().isEmpty() || rules.words() != void.class
            : type != JsonNode.class || rules.bytes() > 0;
    if (!limited) {
      throw new IllegalStateException(
          component.getDeclaringRecord() + "." + component.getName() + " has no limit");
    }
  }

  private static WireField.CheckOrder order(Class<?> type) {
    return Stream.concat(Stream.of(type), Arrays.stream(type.getInterfaces()))
        .map(one -> one.getAnnotation(WireField.CheckOrder.class))
        .filter(order -> order != null)
        .findFirst()
        .orElse(null);
  }

  private static List<Field> checked(List<Field> components, WireField.CheckOrder order) {
    var all = new ArrayList<>(components.stream().filter(field -> field.rules() != null).toList());
    if (order != null) {
      var first = List.of(order.first());
      var last = List.of(order.last());
      // The sort is stable, so all other fields keep the order of the components.
      all.sort(Comparator.comparingInt(field -> place(field.name(), first, last)));
    }
    return List.copyOf(all);
  }

  private static int place(String name, List<String> first, List<String> last) {
    int early = first.indexOf(name);
    return early < 0 ? 1 + last.indexOf(name) : early - first.size();
  }

  private static String snakeCase(RecordComponent component) {
    return component.getName().replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }

  /** The names of the constants of an enumeration, in their order. */
  public static List<String> names(Class<?> enumeration) {
    return Arrays.stream(enumeration.getEnumConstants())
        .map(constant -> ((Enum<?>) constant).name())
        .toList();
  }
}
