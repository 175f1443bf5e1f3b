package io.tapline.engine.command;

import io.tapline.api.request.RequestForm;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.WordList;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TimeText;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the fields of a JSON request one by one. Fields of the wrong type and unknown fields are
 * refused by name.
 */
public final class RequestFields {

  private final JsonNode body;
  private final String prefix;
  private final Set<String> taken = new HashSet<>();

  public RequestFields(JsonNode body) {
    this(body, "");
  }

  private RequestFields(JsonNode body, String prefix) {
    if (body == null || !body.isObject()) {
      throw refuse(
          prefix.isEmpty() ? "body" : prefix.substring(0, prefix.length() - 1),
          "is not a JSON object");
    }
    this.body = body;
    this.prefix = prefix;
  }

  public String text(String name) {
    var value = take(name);
    if (value == null) {
      return null;
    }
    if (!value.isString()) {
      throw refuse(prefix + name, "is not a string");
    }
    return value.stringValue();
  }

  public Integer integer(String name) {
    var value = take(name);
    if (value == null) {
      return null;
    }
    if (!value.isIntegralNumber() || !value.canConvertToInt()) {
      throw refuse(prefix + name, value + " is not a whole number of 32 bits");
    }
    return value.intValue();
  }

  public Long number(String name) {
    var value = take(name);
    if (value == null) {
      return null;
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw refuse(prefix + name, value + " is not a whole number of 64 bits");
    }
    return value.longValue();
  }

  public Double decimal(String name) {
    var value = take(name);
    if (value == null) {
      return null;
    }
    if (!value.isNumber()) {
      throw refuse(prefix + name, "is not a number");
    }
    return value.doubleValue();
  }

  /** The exact number: 60 stays 60, and 0.5 is not rounded. */
  public BigDecimal exact(String name) {
    var value = take(name);
    if (value == null) {
      return null;
    }
    if (!value.isNumber() || !Double.isFinite(value.doubleValue())) {
      throw refuse(prefix + name, "is not a number");
    }
    var exact = value.decimalValue().stripTrailingZeros();
    return exact.scale() < 0 ? exact.setScale(0) : exact;
  }

  public Boolean flag(String name) {
    var value = take(name);
    if (value == null) {
      return null;
    }
    if (!value.isBoolean()) {
      throw refuse(prefix + name, "is not true or false");
    }
    return value.booleanValue();
  }

  public boolean isTrue(String name) {
    return Boolean.TRUE.equals(flag(name));
  }

  public Instant time(String name) {
    var text = text(name);
    if (text == null) {
      return null;
    }
    try {
      return TimeText.parse(text);
    } catch (DateTimeException e) {
      throw refuse(
          prefix + name, "'" + shorten(text) + "' is not a time such as 2026-01-05T12:00:00Z");
    }
  }

  public <E extends Enum<E>> E choice(String name, Class<E> type) {
    var text = text(name);
    return text == null ? null : choice(prefix + name, text, type);
  }

  public <E extends Enum<E>> List<E> choices(String name, Class<E> type) {
    var texts = texts(name);
    return texts == null
        ? null
        : texts.stream().map(text -> choice(prefix + name, text, type)).toList();
  }

  private static <E extends Enum<E>> E choice(String field, String text, Class<E> type) {
    return Enum.valueOf(type, word(field, text, RequestForm.names(type)));
  }

  /** One of a few words, or null. */
  String word(String name, List<String> words) {
    var text = text(name);
    return text == null ? null : word(prefix + name, text, words);
  }

  private static String word(String field, String text, List<String> words) {
    if (!words.contains(text)) {
      throw refuse(field, "'" + shorten(text) + "' is not one of " + WordList.and(words));
    }
    return text;
  }

  public List<String> texts(String name) {
    var value = take(name);
    if (value == null) {
      return null;
    }
    if (!value.isArray()) {
      throw refuse(prefix + name, "is not a list of strings");
    }
    var texts = new ArrayList<String>();
    for (var one : value) {
      if (!one.isString()) {
        throw refuse(prefix + name, "is not a list of strings");
      }
      texts.add(one.stringValue());
    }
    return texts;
  }

  /** Empty when the list is absent. */
  public List<RequestFields> objects(String name) {
    var value = take(name);
    if (value == null) {
      return List.of();
    }
    if (!value.isArray()) {
      throw refuse(prefix + name, "is not a list of objects");
    }
    var all = new ArrayList<RequestFields>();
    for (int i = 0; i < value.size(); i++) {
      all.add(new RequestFields(value.get(i), prefix + name + "[" + i + "]."));
    }
    return all;
  }

  /** A constant of an enumeration by its wire name. */
  public <E extends Enum<E>> E wireChoice(String name, Class<E> type, Function<E, String> wire) {
    var wires = Arrays.stream(type.getEnumConstants()).map(wire).toList();
    var word = word(name, wires);
    return word == null ? null : type.getEnumConstants()[wires.indexOf(word)];
  }

  /** An event type by either of its names, {@code job_succeeded} or {@code dot.job.succeeded}. */
  public EventType eventType(String name) {
    var text = text(name);
    return text == null ? null : eventType(prefix + name, text);
  }

  static EventType eventType(String field, String text) {
    var type = EventType.named(text);
    if (type == null) {
      throw refuse(
          field, "'" + shorten(text) + "' is not one of " + WordList.and(EventType.names()));
    }
    return type;
  }

  public JsonNode json(String name) {
    return take(name);
  }

  /** A nested object, or null. */
  public RequestFields inside(String name) {
    var value = take(name);
    return value == null ? null : new RequestFields(value, prefix + name + ".");
  }

  /** Refuses fields that exist in other requests and have no effect here. */
  public void without(List<String> names) {
    for (var name : names) {
      if (body.has(name)) {
        throw refuse(prefix + name, "is not a field of this request");
      }
    }
  }

  /** Refuses unread fields: a misspelt field would otherwise be ignored silently. */
  public void nothingElse() {
    for (var entry : body.properties()) {
      if (!taken.contains(entry.getKey())) {
        throw refuse(prefix + shorten(entry.getKey()), "is not a field of this request");
      }
    }
  }

  /** The unread fields. A null counts as absent. */
  ObjectNode rest() {
    var rest = Json.object();
    for (var entry : body.properties()) {
      if (!taken.contains(entry.getKey()) && !entry.getValue().isNull()) {
        rest.set(entry.getKey(), entry.getValue());
      }
    }
    return rest;
  }

  /** Accepts fields that any request may contain, whether or not the action reads them. */
  public void allow(String... names) {
    taken.addAll(Arrays.asList(names));
  }

  private JsonNode take(String name) {
    taken.add(name);
    var value = body.get(name);
    return value == null || value.isNull() ? null : value;
  }

  public static RefusedException refuse(String field, String message) {
    return new RefusedException(Refusal.invalid(field, message));
  }

  static String shorten(String text) {
    return text.length() > 80 ? text.substring(0, 80) + "…" : text;
  }
}
