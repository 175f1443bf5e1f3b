package io.tapline.server.openapi;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.api.ActionName;
import io.tapline.tapdb.Json;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Schemas of record types, derived from the form in which {@link Json} prints them. */
final class RecordSchemas {

  private static final String COMPONENTS = "#/components/schemas/";

  private final Map<String, ObjectNode> components = new TreeMap<>();
  private final Map<String, Class<?>> named = new TreeMap<>();

  /** The named schemas that exist so far. */
  Map<String, ObjectNode> components() {
    return components;
  }

  /** Adds a named schema that belongs to no record type. */
  ObjectNode name(String name, ObjectNode schema) {
    if (components.putIfAbsent(name, schema) != null) {
      throw new IllegalStateException("two schemas are called " + name);
    }
    return reference(name);
  }

  /** A reference to the schema of a record or enumeration, which is created on first use. */
  ObjectNode ref(Class<?> type) {
    var name = name(type);
    var known = named.putIfAbsent(name, type);
    if (known == null) {
      components.put(name, type.isEnum() ? words(type) : object(type, false));
    } else if (known != type) {
      throw new IllegalStateException("two types are called " + name);
    }
    return reference(name);
  }

  static ObjectNode reference(String name) {
    return Json.object().put("$ref", COMPONENTS + name);
  }

  private static String name(Class<?> type) {
    // The name of a schema stays when its record is renamed: generated clients use it.
    var fixedName = type.getAnnotation(JsonTypeName.class);
    if (fixedName != null) {
      return fixedName.value();
    }
    var outer = type.getEnclosingClass();
    return outer != null && outer.isRecord()
        ? name(outer) + type.getSimpleName()
        : type.getSimpleName();
  }

  /**
   * @param sparse whether nulls are omitted, independent of the record's declaration
   */
  ObjectNode object(Class<?> type, boolean sparse) {
    var schema = Json.object().put("type", "object");
    schema.putObject("properties");
    schema.putArray("required");
    add(schema, type, sparse);
    return schema;
  }

  private void add(ObjectNode schema, Class<?> type, boolean sparse) {
    if (!type.isRecord()) {
      throw new IllegalStateException(type + " is no record");
    }
    for (var component : type.getRecordComponents()) {
      if (has(component, JsonIgnore.class)) {
        continue;
      }
      if (has(component, JsonUnwrapped.class)) {
        add(schema, component.getType(), sparse);
      } else if (has(component, JsonAnyGetter.class)) {
        schema.put("additionalProperties", true);
      } else {
        add(schema, component, sparse || leavesNullsOut(type, component));
      }
    }
  }

  private void add(ObjectNode schema, RecordComponent component, boolean leavesNullsOut) {
    var name = snakeCase(component.getName());
    var value = value(component.getGenericType());
    boolean neverNull = component.getType().isPrimitive();
    // Lists in answers are empty, never null.
    boolean list =
        Collection.class.isAssignableFrom(component.getType())
            || Map.class.isAssignableFrom(component.getType());
    ((ObjectNode) schema.get("properties"))
        .set(name, neverNull || list || leavesNullsOut ? value : ShapeSchemas.orNull(value));
    if (neverNull || !leavesNullsOut) {
      schema.withArray("required").add(name);
    }
  }

  private static String snakeCase(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }

  private ObjectNode value(Type type) {
    if (type instanceof ParameterizedType generic) {
      var arguments = generic.getActualTypeArguments();
      if (generic.getRawType() == Map.class) {
        var schema = Json.object().put("type", "object");
        schema.set("additionalProperties", value(arguments[1]));
        return schema;
      }
      if (Collection.class.isAssignableFrom((Class<?>) generic.getRawType())) {
        return ShapeSchemas.array(value(arguments[0]));
      }
    }
    return type instanceof Class<?> plain ? value(plain) : fail(type);
  }

  private ObjectNode value(Class<?> type) {
    if (type == String.class || type == ActionName.class) {
      return ShapeSchemas.string();
    } else if (type == UUID.class) {
      return ShapeSchemas.string().put("format", "uuid");
    } else if (type == Instant.class) {
      return ShapeSchemas.string().put("format", "date-time");
    } else if (type == boolean.class || type == Boolean.class) {
      return Json.object().put("type", "boolean");
    } else if (type == int.class || type == Integer.class) {
      return Json.object().put("type", "integer").put("format", "int32");
    } else if (type == long.class || type == Long.class) {
      return Json.object().put("type", "integer").put("format", "int64");
    } else if (type == double.class || type == Double.class || type == BigDecimal.class) {
      return Json.object().put("type", "number").put("format", "double");
    } else if (type == JsonNode.class || type == Object.class) {
      return Json.object();
    } else if (type.isEnum() || type.isRecord()) {
      return ref(type);
    }
    return fail(type);
  }

  private static ObjectNode fail(Type type) {
    throw new IllegalStateException("no schema for " + type);
  }

  private static ObjectNode words(Class<?> type) {
    var schema = ShapeSchemas.string();
    var words = schema.putArray("enum");
    for (var constant : type.getEnumConstants()) {
      words.add(Json.tree(constant));
    }
    return schema;
  }

  /** Annotations of Jackson are not on the component itself but on its field or accessor. */
  private static boolean has(RecordComponent component, Class<? extends Annotation> annotation) {
    return component.getAccessor().isAnnotationPresent(annotation);
  }

  private static boolean leavesNullsOut(Class<?> type, RecordComponent component) {
    var own = component.getAccessor().getAnnotation(JsonInclude.class);
    var inclusion = own != null ? own : type.getAnnotation(JsonInclude.class);
    return inclusion != null && inclusion.value() == JsonInclude.Include.NON_NULL;
  }
}
