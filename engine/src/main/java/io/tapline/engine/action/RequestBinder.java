package io.tapline.engine.action;

import io.tapline.api.ActionKey;
import io.tapline.api.DomainKey;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.RequestForm;
import io.tapline.api.WordList;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.PerformActionBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.model.RefusedException;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TimeText;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads requests into the records that define them. Fields of the wrong type and unknown fields are
 * refused by name, all of them in one refusal.
 */
public final class RequestBinder {

  private final JsonNode body;
  private final String prefix;
  private final Set<String> taken;
  private final Faults faults;

  /**
   * @param faults shared with the objects in the request
   */
  private RequestBinder(JsonNode body, String prefix, Set<String> besides, Faults faults) {
    if (body == null || !body.isObject()) {
      throw RefusedException.invalid(
          prefix.isEmpty() ? "body" : prefix.substring(0, prefix.length() - 1),
          "is not a JSON object");
    }
    this.body = body;
    this.prefix = prefix;
    this.taken = new HashSet<>(besides);
    this.faults = faults;
  }

  /**
   * Reads all fields of the request.
   *
   * @param action the value of a component of this type, or null
   * @param meta the value of a component of this type, or null
   * @param besides the names of further fields, which the caller reads
   * @throws RefusedException with the fields of the wrong type and the unknown fields
   */
  public static <R> R bind(
      Class<R> request, ActionKey action, JsonNode body, RequestMeta meta, Set<String> besides) {
    return bind(request, action, body, meta, besides, Function.identity());
  }

  /** A pack action: the schema of the action checks its own fields. */
  public static PerformAction perform(
      DomainKey action, JsonNode body, String idempotencyKey, String traceId) {
    var common = bindSome(PerformAction.class, body, meta(body, idempotencyKey, traceId));
    return PerformActionBuilder.builder(common)
        .action(action)
        .fields(rest(PerformAction.class, body, RequestMeta.ACCEPTED))
        .build();
  }

  /**
   * Reads and converts a request; an unknown field is refused after the conversion. A request with
   * a field of the wrong type is not converted.
   *
   * @param conversion can refuse the request
   */
  public static <R, T> T bind(
      Class<R> request,
      ActionKey action,
      JsonNode body,
      RequestMeta meta,
      Set<String> besides,
      Function<R, T> conversion) {
    var binder = new RequestBinder(body, "", besides, new Faults());
    var read = binder.record(request, action, meta);
    var converted = binder.faults.isEmpty() ? conversion.apply(read) : null;
    binder.nothingElse();
    binder.refuseFaults();
    return converted;
  }

  /** Reads the fields of the request; the caller reads all others. */
  static <R> R bindSome(Class<R> request, JsonNode body, RequestMeta meta) {
    var binder = of(body);
    var read = binder.record(request, null, meta);
    binder.refuseFaults();
    return read;
  }

  /** Reads one object of a request; null for an absent one. */
  public static <R> R bindInside(Class<R> object, JsonNode body, String name) {
    var binder = of(body);
    var read = object.cast(binder.nested(object, name));
    binder.refuseFaults();
    return read;
  }

  private static RequestBinder of(JsonNode body) {
    return new RequestBinder(body, "", Set.of(), new Faults());
  }

  private void refuseFaults() {
    if (!faults.isEmpty()) {
      throw new RefusedException(faults.refusal());
    }
  }

  /** Reads one text of a request; null for an absent one. */
  public static String text(JsonNode body, String name) {
    return of(body).text(name);
  }

  /**
   * Reads the fields that are not part of the payload.
   *
   * @param keyOfHeader the idempotency key of the header; a key in the body takes precedence
   */
  public static RequestMeta meta(JsonNode body, String keyOfHeader, String traceId) {
    var key = text(body, "idempotency_key");
    return new RequestMeta(key != null ? key : keyOfHeader, text(body, "correlation_id"), traceId);
  }

  /** Reads one time of a request; null for an absent one. */
  public static Instant time(JsonNode body, String name) {
    return of(body).time(name);
  }

  /** Reads one word of a request as a constant of the enumeration; null for an absent one. */
  public static <E extends Enum<E>> E word(JsonNode body, String name, Class<E> words) {
    return words.cast(of(body).constant(name, words));
  }

  /** The fields of the body without those of the request. A null counts as absent. */
  static ObjectNode rest(Class<?> request, JsonNode body, Set<String> besides) {
    var rest = Json.object();
    var names = RequestForm.of(request).fields().stream().map(RequestForm.Field::name).toList();
    for (var entry : body.properties()) {
      if (!names.contains(entry.getKey())
          && !besides.contains(entry.getKey())
          && !entry.getValue().isNull()) {
        rest.set(entry.getKey(), entry.getValue());
      }
    }
    return rest;
  }

  private <R> R record(Class<R> type, ActionKey action, RequestMeta meta) {
    var form = RequestForm.of(type);
    if (form.ignored() != null) {
      text(form.ignored().name());
    }
    return type.cast(
        form.create(
            this::value,
            component -> {
              if (component == RequestMeta.class) {
                return meta;
              }
              if (component == ActionKey.class) {
                return action;
              }
              return component == boolean.class ? Boolean.FALSE : null;
            }));
  }

  /** A field with a fault counts as absent, so that the faults of the others are found. */
  private Object value(RequestForm.Field field) {
    try {
      return read(field);
    } catch (RefusedException e) {
      var fault = e.refusal();
      faults.add(fault.code(), fault.message(), fault.field());
      if (field.type() == int.class) {
        return field.rules().ifAbsent();
      }
      return field.type() == boolean.class ? Boolean.FALSE : null;
    }
  }

  private Object read(RequestForm.Field field) {
    var name = field.name();
    var type = field.type();
    if (field.isList()) {
      return list(name, type);
    } else if (type == String.class) {
      return text(name);
    } else if (type == boolean.class) {
      var words = field.rules().flagWords();
      return words.length == 0
          ? Boolean.TRUE.equals(flag(name))
          : words[1].equals(word(name, List.of(words)));
    } else if (type == Boolean.class) {
      return flag(name);
    } else if (type == int.class) {
      var value = integer(name);
      return value == null ? field.rules().ifAbsent() : value;
    } else if (type == Integer.class) {
      return integer(name);
    } else if (type == Long.class) {
      return number(field);
    } else if (type == Double.class) {
      return decimal(name);
    } else if (type == BigDecimal.class) {
      return exact(name);
    } else if (type == Instant.class) {
      return time(name);
    } else if (type == JsonNode.class) {
      return take(name);
    } else if (type.isEnum()) {
      return constant(name, type);
    }
    return nested(type, name);
  }

  private Object nested(Class<?> type, String name) {
    var value = take(name);
    return value == null ? null : object(type, value, prefix + name + ".");
  }

  private Object object(Class<?> type, JsonNode value, String prefix) {
    var binder = new RequestBinder(value, prefix, Set.of(), faults);
    var bound = binder.record(type, null, null);
    binder.nothingElse();
    return bound;
  }

  private List<?> list(String name, Class<?> type) {
    boolean objects = type.isRecord();
    var value = take(name);
    if (value == null) {
      return null;
    }
    var fault = "is not a list of " + (objects ? "objects" : "strings");
    if (!value.isArray()) {
      throw RefusedException.invalid(prefix + name, fault);
    }
    var all = new ArrayList<Object>();
    for (int i = 0; i < value.size(); i++) {
      if (objects) {
        all.add(object(type, value.get(i), prefix + name + "[" + i + "]."));
      } else if (value.get(i).isString()) {
        all.add(value.get(i).stringValue());
      } else {
        throw RefusedException.invalid(prefix + name, fault);
      }
    }
    if (type.isEnum()) {
      var words = RequestForm.names(type);
      all.replaceAll(text -> RequestForm.constant(type, word(prefix + name, (String) text, words)));
    }
    return all;
  }

  private String text(String name) {
    var value = take(name);
    if (value == null) {
      return null;
    }
    if (!value.isString()) {
      throw RefusedException.invalid(prefix + name, "is not a string");
    }
    return value.stringValue();
  }

  private Integer integer(String name) {
    var value = take(name);
    if (value == null) {
      return null;
    }
    if (!value.isIntegralNumber() || !value.canConvertToInt()) {
      throw RefusedException.invalid(prefix + name, value + " is not a whole number of 32 bits");
    }
    return value.intValue();
  }

  private Long number(RequestForm.Field field) {
    var value = take(field.name());
    if (value == null) {
      return null;
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw RefusedException.invalid(
          prefix + field.name(), value + " is not a whole number of 64 bits");
    }
    long number = value.longValue();
    long least = (long) field.rules().least();
    if (field.rules().refusedBelowLeast() && number < least) {
      throw RefusedException.invalid(prefix + field.name(), number + " is below " + least);
    }
    return number;
  }

  private Double decimal(String name) {
    var value = take(name);
    if (value == null) {
      return null;
    }
    if (!value.isNumber()) {
      throw RefusedException.invalid(prefix + name, "is not a number");
    }
    return value.doubleValue();
  }

  /** The exact number: 60 stays 60, and 0.5 is not rounded. */
  private BigDecimal exact(String name) {
    var value = take(name);
    if (value == null) {
      return null;
    }
    if (!value.isNumber() || !Double.isFinite(value.doubleValue())) {
      throw RefusedException.invalid(prefix + name, "is not a number");
    }
    var exact = value.decimalValue().stripTrailingZeros();
    return exact.scale() < 0 ? exact.setScale(0) : exact;
  }

  private Boolean flag(String name) {
    var value = take(name);
    if (value == null) {
      return null;
    }
    if (!value.isBoolean()) {
      throw RefusedException.invalid(prefix + name, "is not true or false");
    }
    return value.booleanValue();
  }

  private Instant time(String name) {
    var text = text(name);
    if (text == null) {
      return null;
    }
    try {
      return TimeText.parse(text);
    } catch (DateTimeException e) {
      throw RefusedException.invalid(
          prefix + name, "'" + shorten(text) + "' is not a time such as 2026-01-05T12:00:00Z");
    }
  }

  private Object constant(String name, Class<?> type) {
    var word = word(name, RequestForm.names(type));
    return word == null ? null : RequestForm.constant(type, word);
  }

  private String word(String name, List<String> words) {
    var text = text(name);
    return text == null ? null : word(prefix + name, text, words);
  }

  private static String word(String field, String text, List<String> words) {
    if (!words.contains(text)) {
      throw RefusedException.invalid(
          field, "'" + shorten(text) + "' is not one of " + WordList.and(words));
    }
    return text;
  }

  /** Refuses unread fields: a misspelt field would otherwise be ignored silently. */
  private void nothingElse() {
    for (var entry : body.properties()) {
      if (!taken.contains(entry.getKey())) {
        faults.that(false, prefix + shorten(entry.getKey()), "is not a field of this request");
      }
    }
  }

  private JsonNode take(String name) {
    taken.add(name);
    var value = body.get(name);
    return value == null || value.isNull() ? null : value;
  }

  private static String shorten(String text) {
    return text.length() > 80 ? text.substring(0, 80) + "…" : text;
  }
}
