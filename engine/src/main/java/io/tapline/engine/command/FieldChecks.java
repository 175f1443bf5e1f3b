package io.tapline.engine.command;

import io.tapline.api.Code;
import io.tapline.engine.model.Refusal;
import io.tapline.tapdb.TimeText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Collects the faults of a request, field by field; the first fault is the answer. */
public final class FieldChecks {

  private static final Pattern CODE = Pattern.compile(Limits.CODE_PATTERN);

  private Refusal first;

  Refusal first() {
    return first;
  }

  FieldChecks required(String field, String value, int limit) {
    if (value == null || value.isBlank()) {
      return fault(field, "is required");
    }
    return text(field, value, limit);
  }

  FieldChecks text(String field, String value, int limit) {
    if (value == null) {
      return this;
    }
    if (value.length() > limit) {
      return fault(
          field, "is " + value.length() + " characters long; at most " + limit + " are kept");
    }
    var unstorable = StorableJson.faultOf(value);
    return unstorable == null ? this : fault(field, unstorable);
  }

  /**
   * @param words the field for free text, which the refusal recommends
   */
  FieldChecks code(String field, String value, String words) {
    return value == null || CODE.matcher(value).matches()
        ? this
        : fault(
            field,
            "is not a code of at most "
                + Limits.CODE
                + " letters, digits and _ . : -, such as QC_REVIEW; put free text into "
                + words);
  }

  /**
   * An identifier of another system. It is copied into evidence, so it must not contain free text.
   */
  FieldChecks identifier(String field, String value) {
    return value == null || CODE.matcher(value).matches()
        ? this
        : fault(
            field,
            "is not an identifier of at most "
                + Limits.CODE
                + " letters, digits and _ . : -, such as TRX50001");
  }

  FieldChecks present(String field, Object value) {
    return value == null ? fault(field, "is required") : this;
  }

  FieldChecks range(String field, Number value, double least, double most) {
    if (value == null) {
      return this;
    }
    double number = value.doubleValue();
    return Double.isNaN(number) || number < least || number > most
        ? fault(field, value + " is not between " + plain(least) + " and " + plain(most))
        : this;
  }

  FieldChecks time(String field, Instant value) {
    return value != null && (value.isBefore(TimeText.MIN) || value.isAfter(TimeText.MAX))
        ? fault(field, value + " is not between 1970 and 9999")
        : this;
  }

  FieldChecks texts(String field, Collection<String> values, int limit) {
    if (values == null) {
      return this;
    }
    if (values.size() > Limits.LIST) {
      return fault(
          field, "has " + values.size() + " entries; at most " + Limits.LIST + " are kept");
    }
    values.forEach(value -> required(field, value, limit));
    return this;
  }

  FieldChecks json(String field, JsonNode value, int maxBytes) {
    if (value == null) {
      return this;
    }
    var unstorable = StorableJson.faultOf(value);
    if (unstorable != null) {
      return fault(field, unstorable);
    }
    var text = value.toString();
    long bytes = StorableJson.expansionOf(value, text);
    if (bytes > 0 || text.length() * 3L > maxBytes) {
      bytes += text.getBytes(StandardCharsets.UTF_8).length;
    }
    return bytes > maxBytes
        ? refuse(
            new Refusal(
                Code.PAYLOAD_TOO_LARGE,
                field
                    + ": is "
                    + bytes
                    + " bytes; at most "
                    + maxBytes
                    + " can be stored; store it elsewhere and send a reference",
                field))
        : this;
  }

  FieldChecks that(boolean holds, String field, String otherwise) {
    return holds ? this : fault(field, otherwise);
  }

  /** Adds the fault of a request inside this one. */
  FieldChecks nested(String field, Refusal inside) {
    return inside == null
        ? this
        : refuse(
            new Refusal(
                inside.code(),
                field + ": " + inside.message(),
                inside.field() == null ? field : field + "." + inside.field()));
  }

  private FieldChecks fault(String field, String message) {
    return refuse(Refusal.invalid(field, message));
  }

  private FieldChecks refuse(Refusal refusal) {
    if (first == null) {
      first = refusal;
    }
    return this;
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }
}
