package io.tapline.engine.command;

import io.tapline.api.request.RequestForm;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.WordList;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Reads requests into the records that define them, and checks the values of their fields. */
public final class RequestBinder {

  private RequestBinder() {}

  /**
   * Reads all fields of the request. The caller refuses the fields that remain unread.
   *
   * @throws io.tapline.engine.model.RefusedException with the first field of the wrong type
   */
  public static <R> R bind(Class<R> request, ActionKey action, RequestFields f, RequestMeta meta) {
    var form = RequestForm.of(request);
    if (form.ignored() != null) {
      f.text(form.ignored().name());
    }
    return request.cast(
        form.create(field -> read(field, f), type -> component(type, action, f, meta)));
  }

  /** The value of a component that is no field of its own. */
  private static Object component(
      Class<?> type, ActionKey action, RequestFields f, RequestMeta meta) {
    if (type == RequestMeta.class) {
      return meta;
    }
    if (type == StatePrecondition.class) {
      return StatePrecondition.read(f);
    }
    if (type == WorkerPrecondition.class) {
      return WorkerPrecondition.read(f);
    }
    if (type == ActionKey.class) {
      return action;
    }
    return type == boolean.class ? Boolean.FALSE : null;
  }

  private static Object read(RequestForm.Field field, RequestFields f) {
    var name = field.name();
    var type = field.type();
    if (field.isList()) {
      return f.texts(name);
    } else if (type == String.class) {
      return f.text(name);
    } else if (type == boolean.class) {
      var words = field.rules().flagWords();
      return words.length == 0 ? f.isTrue(name) : words[1].equals(f.word(name, List.of(words)));
    } else if (type == Boolean.class) {
      return f.flag(name);
    } else if (type == int.class) {
      var value = f.integer(name);
      return value == null ? field.rules().ifAbsent() : value;
    } else if (type == Integer.class) {
      return f.integer(name);
    } else if (type == Long.class) {
      return f.number(name);
    } else if (type == Double.class) {
      return f.decimal(name);
    } else if (type == BigDecimal.class) {
      return f.exact(name);
    } else if (type == Instant.class) {
      return f.time(name);
    } else if (type == JsonNode.class) {
      return f.json(name);
    } else if (type.isEnum()) {
      var names = RequestForm.names(type);
      var word = f.word(name, names);
      return word == null ? null : type.getEnumConstants()[names.indexOf(word)];
    }
    return nested(type, f.inside(name));
  }

  private static Object nested(Class<?> record, RequestFields inside) {
    if (inside == null) {
      return null;
    }
    var value = RequestForm.of(record).create(field -> read(field, inside), type -> null);
    inside.nothingElse();
    return value;
  }

  /** Checks all fields, then the rules between them. */
  static void check(Command command, FieldChecks c) {
    check(command, "", c);
    command.check(c);
  }

  /** Checks the fields of a request or of an object in it. */
  static void check(Object request, String prefix, FieldChecks c) {
    var fields = RequestForm.of(request.getClass()).checked();
    fields.forEach(field -> check(field, request, prefix, c));
    // Words are checked last: a missing or a long value of any field takes precedence.
    for (var field : fields) {
      var words = field.words();
      var value = words.isEmpty() ? null : field.valueIn(request);
      if (value != null && !words.contains(value)) {
        c.that(false, prefix + field.name(), "is not one of " + WordList.and(words));
      }
    }
  }

  private static void check(RequestForm.Field field, Object request, String prefix, FieldChecks c) {
    var rules = field.rules();
    var name = prefix + field.name();
    var value = field.valueIn(request);
    boolean required = isRequired(field, request);
    if (!rules.requiredWithout().isEmpty()) {
      c.that(
          value != null || value(rules.requiredWithout(), request) != null,
          name,
          "is required, or " + rules.requiredWithout() + " instead");
    }
    if (field.type() == String.class && !field.isList() && rules.codeBeside().isEmpty()) {
      text((String) value, name, rules.length(), required, c);
      return;
    }
    if (!rules.otherwise().isEmpty()) {
      var permitted = List.of(rules.documented());
      c.that(value != null && permitted.contains(value.toString()), name, rules.otherwise());
    } else if (required) {
      c.present(name, value);
    }
    if (value instanceof Collection<?> texts && field.type() == String.class) {
      c.texts(name, texts.stream().map(String.class::cast).toList(), rules.length());
    } else if (value instanceof String code) {
      c.code(name, code, rules.codeBeside());
    } else if (value instanceof Number number) {
      c.range(name, number, rules.least(), rules.most());
    } else if (value instanceof Instant time) {
      c.time(name, time);
    } else if (value instanceof JsonNode document) {
      c.json(name, document, rules.bytes())
          .that(!rules.object() || document.isObject(), name, "is not a JSON object");
    } else if (value instanceof Record inside) {
      check(inside, name + ".", c);
    }
  }

  private static void text(String value, String name, int length, boolean required, FieldChecks c) {
    int limit = length == 0 ? Integer.MAX_VALUE : length;
    if (required) {
      c.required(name, value, limit);
    } else if (length > 0) {
      c.text(name, value, limit);
    }
  }

  private static boolean isRequired(RequestForm.Field field, Object request) {
    var unless = field.rules().requiredUnless();
    return unless.isEmpty()
        ? field.rules().required()
        : !Boolean.TRUE.equals(value(unless, request));
  }

  /** The value of another field of the request; null when the request has no such field. */
  private static Object value(String name, Object request) {
    return RequestForm.of(request.getClass()).checked().stream()
        .filter(field -> field.name().equals(name))
        .findFirst()
        .map(field -> field.valueIn(request))
        .orElse(null);
  }
}
