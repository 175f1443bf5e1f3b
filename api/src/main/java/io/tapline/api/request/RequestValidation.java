package io.tapline.api.request;

import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.Refusal;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.RequestForm;
import io.tapline.api.WordList;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NumericNode;

/**
 * Checks a request before any data is read, by the definitions of its fields: missing values,
 * lengths and ranges, and then the rules between its fields. The first fault is the answer, and the
 * other invalid fields are listed in it.
 */
public final class RequestValidation {

  private static final Pattern CODE = Pattern.compile(Limits.CODE_PATTERN);

  private static final String CHARACTERS =
      " of at most " + Limits.CODE + " letters, digits and _ . : -, such as ";

  private final Faults faults;

  private RequestValidation(Faults faults) {
    this.faults = faults;
  }

  /** The refusal of an invalid request, or null. */
  public static Refusal refusal(Command command) {
    var faults = new Faults();
    var checks = new RequestValidation(faults);
    var meta = command.meta();
    checks.text(
        "idempotency_key",
        meta.idempotencyKey(),
        Limits.KEY,
        command instanceof Heartbeat ? null : "is required");
    checks.identifier("correlation_id", meta.correlationId());
    checks.identifier("trace_id", meta.traceId());
    boolean rulesFirst = RequestForm.of(command.getClass()).rulesFirst();
    if (rulesFirst) {
      command.check(faults);
    }
    checks.fields(command, "");
    if (!rulesFirst) {
      command.check(faults);
    }
    return faults.refusal();
  }

  /** Checks the fields of an object in a request. */
  static void checkFields(Object object, String prefix, Faults faults) {
    new RequestValidation(faults).fields(object, prefix);
  }

  /** The refusal of invalid fields of a record that is no command, or null. */
  public static Refusal refusalOfFields(Object request) {
    var faults = new Faults();
    new RequestValidation(faults).fields(request, "");
    return faults.refusal();
  }

  /** Checks the fields of a request or of an object in it. */
  private void fields(Object request, String prefix) {
    var fields = RequestForm.of(request.getClass()).checked();
    fields.forEach(field -> field(field, request, prefix));
    // Words are checked last: a missing or a long value of any field takes precedence.
    for (var field : fields) {
      var words = field.words();
      var value = words.isEmpty() ? null : field.valueIn(request);
      if (value != null && !words.contains(value)) {
        fault(prefix + field.name(), "is not one of " + WordList.and(words));
      }
    }
  }

  private void field(RequestForm.Field field, Object request, String prefix) {
    var rules = field.rules();
    var name = prefix + field.name();
    var value = field.valueIn(request);
    var required = required(field, request);
    if (!rules.requiredWithout().isEmpty()
        && value == null
        && valueOf(rules.requiredWithout(), request) == null) {
      fault(name, "is required; send it or " + rules.requiredWithout());
    }
    if (isPlainText(field)) {
      text(name, (String) value, rules.length(), required);
    } else {
      faults.that(required == null || !isMissing(value, required), name, required);
      value(field, name, value);
    }
    if (value != null && !rules.otherwise().isEmpty() && rules.documented().length > 0) {
      faults.that(isDocumented(value, rules.documented()), name, rules.otherwise());
    }
    if (field.rule() != null) {
      field.rule().check(name, value, faults);
    }
  }

  private static boolean isPlainText(RequestForm.Field field) {
    var rules = field.rules();
    return field.type() == String.class
        && !field.isList()
        && rules.codeBeside().isEmpty()
        && !rules.identifier();
  }

  /** A list can be empty unless the definition has its own refusal. */
  private static boolean isMissing(Object value, String required) {
    return value == null
        || (value instanceof Collection<?> all && all.isEmpty() && !required.equals("is required"));
  }

  private static boolean isDocumented(Object value, String[] documented) {
    var permitted = List.of(documented);
    return value instanceof Collection<?> all
        ? !all.isEmpty() && all.stream().allMatch(one -> permitted.contains(String.valueOf(one)))
        : permitted.contains(value.toString());
  }

  private void value(RequestForm.Field field, String name, Object value) {
    var rules = field.rules();
    if (value instanceof Collection<?> all) {
      list(field, name, all);
    } else if (value instanceof String text && rules.identifier()) {
      identifier(name, text);
    } else if (value instanceof String code) {
      code(name, code, rules.codeBeside());
    } else if (value instanceof Number number && !rules.refusedBelowLeast()) {
      range(name, number, rules.least(), rules.most());
    } else if (value instanceof Instant time) {
      if (time.isBefore(Limits.EARLIEST) || time.isAfter(Limits.LATEST)) {
        fault(name, time + " is not between 1970 and 9999");
      }
    } else if (value instanceof JsonNode document) {
      json(name, document, rules.bytes());
      faults.that(!rules.object() || document.isObject(), name, "is not a JSON object");
    } else if (value instanceof Record inside) {
      fields(inside, name + ".");
    }
  }

  private void list(RequestForm.Field field, String name, Collection<?> all) {
    if (field.type().isRecord()) {
      all.forEach(inside -> fields(inside, name + "."));
      return;
    }
    if (field.type() == String.class) {
      if (all.size() > Limits.LIST) {
        fault(name, "has " + all.size() + " entries; at most " + Limits.LIST + " are kept");
      }
      all.forEach(one -> text(name, (String) one, field.rules().length(), "is required"));
    }
  }

  /**
   * @param required the refusal of an absent and of a blank text; null for an optional one
   * @param limit the maximum length; 0 for none
   */
  private void text(String field, String value, int limit, String required) {
    if (required != null && (value == null || value.isBlank())) {
      fault(field, required);
    } else if (value != null && limit > 0) {
      if (value.length() > limit) {
        fault(field, "is " + value.length() + " characters long; at most " + limit + " are kept");
      }
      var unstorable = StorableJson.faultOf(value);
      faults.that(unstorable == null, field, unstorable);
    }
  }

  /**
   * @param words the field for free text, which the refusal recommends
   */
  private void code(String field, String value, String words) {
    if (!CODE.matcher(value).matches()) {
      fault(field, "is not a code" + CHARACTERS + "QC_REVIEW; put free text into " + words);
    }
  }

  private void identifier(String field, String value) {
    if (value != null && !CODE.matcher(value).matches()) {
      fault(field, "is not an identifier" + CHARACTERS + "TRX50001");
    }
  }

  private void range(String field, Number value, double least, double most) {
    double number = value.doubleValue();
    if (!(number >= least && number <= most)) {
      fault(field, value + " is not between " + plain(least) + " and " + plain(most));
    }
  }

  private void json(String field, JsonNode value, int maxBytes) {
    var unstorable = StorableJson.faultOf(value);
    if (unstorable != null) {
      fault(field, unstorable);
      return;
    }
    var text = value.toString();
    long bytes = StorableJson.expansionOf(value, text);
    if (bytes > 0 || text.length() * 3L > maxBytes) {
      bytes += text.getBytes(StandardCharsets.UTF_8).length;
    }
    if (bytes > maxBytes) {
      faults.add(
          Code.PAYLOAD_TOO_LARGE,
          field
              + ": is "
              + bytes
              + " bytes; at most "
              + maxBytes
              + " can be stored; store it elsewhere and send a reference",
          field);
    }
  }

  private void fault(String field, String message) {
    faults.that(false, field, message);
  }

  /** The refusal of an absent value; null for an optional field. */
  private static String required(RequestForm.Field field, Object request) {
    var unless = field.rules().requiredUnless();
    return !unless.isEmpty()
        ? Boolean.TRUE.equals(valueOf(unless, request)) ? null : "is required"
        : field.required();
  }

  /** The value of another field of the request; null when the request has no such field. */
  private static Object valueOf(String name, Object request) {
    return RequestForm.of(request.getClass()).checked().stream()
        .filter(field -> field.name().equals(name))
        .findFirst()
        .map(field -> field.valueIn(request))
        .orElse(null);
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  /**
   * Whether texts and documents survive storage unchanged. Others are refused before they are
   * stored: PostgreSQL would change them silently, or a claim could not read them.
   */
  private static final class StorableJson {

    private StorableJson() {}

    /** The fault of a text, or null. */
    static String faultOf(String text) {
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == 0) {
          return "contains a NUL character, which PostgreSQL cannot store; remove it";
        }
        if (Character.isHighSurrogate(c)
            && i + 1 < text.length()
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          i++;
        } else if (Character.isSurrogate(c)) {
          return "contains half of a surrogate pair, which is not a character; remove it";
        }
      }
      return null;
    }

    /** The fault of a document, or null. */
    static String faultOf(JsonNode node) {
      return faultOf(node, 1);
    }

    private static String faultOf(JsonNode node, int depth) {
      if (node.isString()) {
        return faultOf(node.stringValue());
      }
      if (node.isNumber()) {
        return faultOfNumber(node);
      }
      if (node.isContainer() && depth > Limits.NESTING) {
        return "is nested deeper than " + Limits.NESTING + " levels";
      }
      for (var entry : node.properties()) {
        var fault =
            entry.getKey().length() > Limits.TEXT
                ? "has a key longer than " + Limits.TEXT + " characters"
                : faultOf(entry.getKey());
        if (fault == null) {
          fault = faultOf(entry.getValue(), depth + 1);
        }
        if (fault != null) {
          return fault;
        }
      }
      for (int i = 0; node.isArray() && i < node.size(); i++) {
        var fault = faultOf(node.get(i), depth + 1);
        if (fault != null) {
          return fault;
        }
      }
      return null;
    }

    /**
     * Number of characters that a document gains in the store, which keeps numbers exactly and
     * prints them without an exponent: 1e308 becomes 309 digits.
     *
     * @param text the document as printed here
     */
    static long expansionOf(JsonNode document, String text) {
      return text.indexOf('E') < 0 ? 0 : expansionOf(document);
    }

    private static long expansionOf(JsonNode node) {
      if (node.isNumber()) {
        return node.isIntegralNumber() ? 0 : expansionOfNumber(node.toString());
      }
      long sum = 0;
      for (var inside : node) {
        sum += expansionOf(inside);
      }
      return sum;
    }

    private static long expansionOfNumber(String printed) {
      if (printed.indexOf('E') < 0) {
        return 0;
      }
      var exact = new BigDecimal(printed);
      long digits =
          exact.scale() <= 0
              ? exact.precision() - (long) exact.scale()
              : Math.max(exact.precision(), exact.scale() + 1L) + 1;
      return Math.max(0, digits + (exact.signum() < 0 ? 1 : 0) - printed.length());
    }

    private static String faultOfNumber(JsonNode node) {
      if (node instanceof NumericNode number && number.isNaN()) {
        return "contains a number that is NaN or infinite, which JSON cannot represent";
      }
      if (!node.isBigDecimal() && !node.isBigInteger()) {
        return null;
      }
      var exact = node.decimalValue();
      return exact.precision() + Math.abs((long) exact.scale()) > Limits.DIGITS
          ? "contains a number of more than " + Limits.DIGITS + " digits; send it as text"
          : null;
    }
  }
}
