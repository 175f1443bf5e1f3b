package io.tapline.engine.command;

import io.tapline.api.Scope;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Checks of fields that several requests have. */
final class SharedChecks {

  private static final Pattern QUEUE_KEY = Pattern.compile("[A-Za-z0-9@][A-Za-z0-9_.:@/-]*");
  private static final Pattern SHA256 = Pattern.compile("sha256:[0-9a-f]{64}");

  private SharedChecks() {}

  /** Preconditions need a named job; a request that selects or creates its job cannot state any. */
  static void comparable(FieldChecks c, StatePrecondition expect, String subjectEuid) {
    if (!StatePrecondition.none(expect)) {
      c.that(
          subjectEuid != null,
          expect.given(),
          "is compared with the job, and the request names none; send subject_euid, or"
              + " remove the field");
    }
  }

  static void properties(FieldChecks c, JsonNode properties) {
    c.json("properties", properties, Limits.PAYLOAD_BYTES)
        .that(properties == null || properties.isObject(), "properties", "is not a JSON object")
        .that(
            properties == null || !properties.has("execution"),
            "properties.execution",
            "is reserved for the envelope; use another name");
  }

  static void scope(FieldChecks c, Scope scope) {
    if (scope != null) {
      c.text("scope.site", scope.site(), Limits.NAME)
          .text("scope.platform", scope.platform(), Limits.NAME)
          .text("scope.assay", scope.assay(), Limits.NAME);
    }
  }

  static void queueKey(FieldChecks c, String key) {
    c.required("queue_key", key, Limits.KEY)
        .that(
            key == null || QUEUE_KEY.matcher(key).matches(),
            "queue_key",
            "must consist of letters, digits and _ . : @ / -");
  }

  /**
   * A missing hash is checked last: it comes from the API and not from the request, so faults of
   * the request take precedence.
   */
  static void secretHash(FieldChecks c, String sha256) {
    c.that(
        sha256 == null || SHA256.matcher(sha256).matches(),
        "secret_sha256",
        "must be sha256: and 64 hexadecimal digits");
  }
}
