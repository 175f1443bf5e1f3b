package io.tapline.api;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The definition of a request, read once from the annotations of its record. A text without a
 * maximum length and a document without a maximum size are errors of the definition.
 */
public final class RequestForm {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final ClassValue<RequestForm> FORMS =
      new ClassValue<>() {
        @Override
        protected RequestForm computeValue(Class<?> type) {
          return new RequestForm(type);
        }
      };

  /**
   * One field of the request.
   *
   * @param name the wire name
   * @param type the type of the component; for a list the type of its elements
   * @param rules the definition
   * @param rule the rule of the definition, or null
   * @param required the refusal of an absent value; null for an optional field
   * @param path the accessors from the request to the value; several for a field of a group
   */
  public record Field(
      String name,
      Class<?> type,
      boolean isList,
      WireField rules,
      FieldRule<Object> rule,
      String required,
      List<Method> path) {

    public Object valueIn(Object request) {
      var value = request;
      for (var accessor : path) {
        if (value == null) {
          return null;
        }
        value = invoke(accessor, value);
      }
      return value;
    }

    /** The permitted words of a text; empty when every text is permitted. */
    public List<String> words() {
      return rules.words() == void.class ? List.of() : names(rules.words());
    }

    /** The value as it is sent; null for a value that is sent by the absence of the field. */
    private JsonNode node(Object value) {
      if (type == int.class && rules.ifAbsent() != 0 && value.equals(0)) {
        return null;
      }
      if (value instanceof Boolean flag && type == boolean.class) {
        var words = rules.flagWords();
        return !flag
            ? null
            : words.length == 0 ? NODES.booleanNode(true) : NODES.stringNode(words[1]);
      }
      return value == null ? null : tree(value);
    }

    private boolean onWire() {
      return !rules.internal();
    }

    private Field inside(Method group, WireField.Required override) {
      boolean overridden = override != null && List.of(override.value()).contains(name);
      return new Field(
          name,
          type,
          isList,
          rules,
          rule,
          overridden ? override.otherwise() : required,
          Stream.concat(Stream.of(group), path.stream()).toList());
    }
  }

  /**
   * One component of the record: a field, a group of fields, or another value.
   *
   * @param field null for other components
   * @param group null for other components
   */
  private record Part(
      Class<?> type, Method accessor, Field field, WireField.Group group, WireField.Required more) {

    private Stream<Field> fields(Function<RequestForm, List<Field>> ofGroup) {
      return group != null
          ? ofGroup.apply(of(type)).stream().map(inside -> inside.inside(accessor, more))
          : Stream.ofNullable(field);
    }
  }

  private final Constructor<?> constructor;
  private final List<Part> parts;
  private final List<Field> fields;
  private final List<Field> checked;
  private final WireField.Ignored ignored;
  private final boolean rulesFirst;

  private RequestForm(Class<?> type) {
    if (!type.isRecord()) {
      throw new IllegalArgumentException(type + " is not a record");
    }
    var components = type.getRecordComponents();
    constructor = constructor(type, components);
    parts = Arrays.stream(components).map(RequestForm::part).toList();
    fields =
        parts.stream()
            .flatMap(part -> part.fields(RequestForm::fields))
            .filter(Field::onWire)
            .toList();
    checked =
        ordered(parts.stream().flatMap(part -> part.fields(RequestForm::checked)), order(type));
    ignored = type.getAnnotation(WireField.Ignored.class);
    rulesFirst = order(type) != null && order(type).rulesFirst();
  }

  /**
   * @throws IllegalArgumentException if the type is not a record
   */
  public static RequestForm of(Class<?> record) {
    return FORMS.get(record);
  }

  /** All fields on the wire that have an effect, in the order of the components. */
  public List<Field> fields() {
    return fields;
  }

  /** The fields in the order of their checks, including those that only the server sets. */
  public List<Field> checked() {
    return checked;
  }

  /** Whether the rules between the fields are checked before the fields. */
  public boolean rulesFirst() {
    return rulesFirst;
  }

  /** The field without effect, or null. */
  public WireField.Ignored ignored() {
    return ignored;
  }

  /** Creates the record from the values of its fields and of its other components. */
  public Object create(Function<Field, Object> fieldValue, Function<Class<?>, Object> otherValue) {
    var values = new Object[parts.size()];
    for (int i = 0; i < values.length; i++) {
      var part = parts.get(i);
      if (part.group() != null) {
        var form = of(part.type());
        var value = form.create(fieldValue, otherValue);
        values[i] = part.group().nullIfEmpty() && form.isEmpty(value) ? null : value;
      } else {
        values[i] =
            part.field() != null && part.field().onWire()
                ? fieldValue.apply(part.field())
                : otherValue.apply(part.type());
      }
    }
    try {
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot create " + constructor, e);
    }
  }

  /** The fields of a request as they are sent; absent fields are omitted. */
  public ObjectNode document(Object request) {
    var document = NODES.objectNode();
    for (var part : parts) {
      var value = invoke(part.accessor(), request);
      if (part.group() != null && value != null) {
        document.setAll(of(part.type()).document(value));
      } else if (part.field() != null && part.field().onWire()) {
        var node = part.field().node(value);
        if (node != null) {
          document.set(part.field().name(), node);
        }
      }
    }
    return document;
  }

  private static JsonNode tree(Object value) {
    if (value instanceof JsonNode node) {
      return node;
    }
    if (value instanceof Boolean flag) {
      return NODES.booleanNode(flag);
    }
    if (value instanceof Integer number) {
      return NODES.numberNode(number);
    }
    if (value instanceof Long number) {
      return NODES.numberNode(number);
    }
    if (value instanceof Double number) {
      return NODES.numberNode(number);
    }
    if (value instanceof BigDecimal number) {
      return NODES.numberNode(number);
    }
    if (value instanceof List<?> all) {
      var list = NODES.arrayNode();
      all.forEach(one -> list.add(tree(one)));
      return list;
    }
    return value instanceof Record inside
        ? of(inside.getClass()).document(inside)
        : NODES.stringNode(value instanceof Enum<?> word ? name(word) : value.toString());
  }

  private boolean isEmpty(Object group) {
    return parts.stream().map(part -> invoke(part.accessor(), group)).allMatch(Objects::isNull);
  }

  private static Object invoke(Method accessor, Object record) {
    try {
      return accessor.invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + accessor, e);
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

  private static Part part(RecordComponent component) {
    var type = component.getType();
    var accessor = component.getAccessor();
    accessor.setAccessible(true);
    var own = component.getAnnotation(WireField.Group.class);
    return new Part(
        type,
        accessor,
        field(component, accessor),
        own != null ? own : type.getAnnotation(WireField.Group.class),
        component.getAnnotation(WireField.Required.class));
  }

  /** Null for a component without a definition. */
  private static Field field(RecordComponent component, Method accessor) {
    var rules = rules(component);
    if (rules == null) {
      return null;
    }
    boolean list = component.getType() == List.class;
    var type = list ? element(component) : component.getType();
    requireLimits(component, type, rules);
    var required = rules.otherwise().isEmpty() ? "is required" : rules.otherwise();
    return new Field(
        rules.name().isEmpty() ? snakeCase(component) : rules.name(),
        type,
        list,
        rules,
        rule(rules),
        rules.required() ? required : null,
        List.of(accessor));
  }

  @SuppressWarnings("unchecked")
  private static FieldRule<Object> rule(WireField rules) {
    if (rules.rule() == void.class) {
      return null;
    }
    try {
      var constructor = rules.rule().getDeclaredConstructor();
      constructor.setAccessible(true);
      return (FieldRule<Object>) constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot create " + rules.rule(), e);
    }
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
            ? rules.length() > 0
                || rules.identifier()
                || !rules.codeBeside().isEmpty()
                || !rules.otherwise().isEmpty()
                || rules.words() != void.class
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

  private static List<Field> ordered(Stream<Field> fields, WireField.CheckOrder order) {
    var all = new ArrayList<>(fields.toList());
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

  /** The words for the constants of an enumeration, in their order; other names follow. */
  public static List<String> names(Class<?> enumeration) {
    var constants = enumeration.getEnumConstants();
    return Stream.concat(
            Arrays.stream(constants).map(RequestForm::name),
            Arrays.stream(constants)
                .filter(WireWord.class::isInstance)
                .map(constant -> ((WireWord) constant).alias()))
        .distinct()
        .toList();
  }

  /** The constant with this name, which is one of {@link #names}. */
  public static Object constant(Class<?> enumeration, String name) {
    return Arrays.stream(enumeration.getEnumConstants())
        .filter(
            constant ->
                name(constant).equals(name)
                    || (constant instanceof WireWord word && word.alias().equals(name)))
        .findFirst()
        .orElseThrow();
  }

  private static String name(Object constant) {
    return constant instanceof WireWord word ? word.wire() : ((Enum<?>) constant).name();
  }
}
