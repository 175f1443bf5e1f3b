package io.tapline.engine.store;

import io.tapline.api.CorrelationRefs;
import io.tapline.engine.model.Envelope;
import java.util.EnumMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Kinds of search keys of a job, with the code of each in the table {@code subject_key}. The view
 * {@code subject_key_expected} derives the same keys from rows; the invariant checker compares the
 * two.
 */
enum SubjectKey {
  NAME("n"),
  BARCODE("b"),
  CORRELATION("c"),
  TRANSACTION("t"),
  ACCESSION("a"),
  RUN("r"),
  STEP("s"),
  ROOM("o");

  /** Characters of a barcode that are indexed; an index entry has a size limit. */
  private static final int BARCODE_LENGTH = 200;

  private final String code;

  SubjectKey(String code) {
    this.code = code;
  }

  String code() {
    return code;
  }

  /** All keys of a new job. */
  static Map<SubjectKey, String> of(String name, JsonNode properties, Envelope envelope) {
    var keys = new EnumMap<SubjectKey, String>(SubjectKey.class);
    put(keys, NAME, name);
    put(keys, BARCODE, barcode(properties));
    var refs = envelope.correlation() == null ? CorrelationRefs.NONE : envelope.correlation();
    put(keys, CORRELATION, envelope.correlationId());
    put(keys, TRANSACTION, refs.trxEuid());
    put(keys, ACCESSION, refs.accessionEuid());
    put(keys, RUN, refs.runEuid());
    put(keys, STEP, refs.stepEuid());
    put(keys, ROOM, envelope.submission() == null ? null : envelope.submission().roomId());
    return keys;
  }

  private static void put(Map<SubjectKey, String> keys, SubjectKey key, String value) {
    if (value != null) {
      keys.put(key, value);
    }
  }

  /** The value in PostgreSQL's text form. Objects and lists are no search keys. */
  private static String barcode(JsonNode properties) {
    var value = properties == null ? null : properties.get("barcode");
    if (value == null || value.isNull() || value.isContainer()) {
      return null;
    }
    var text = value.isNumber() ? value.decimalValue().toPlainString() : value.asString();
    int most = Math.min(BARCODE_LENGTH, text.codePointCount(0, text.length()));
    return text.substring(0, text.offsetByCodePoints(0, most));
  }
}
