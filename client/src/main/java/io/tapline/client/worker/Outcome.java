package io.tapline.client.worker;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ErrorClass;
import io.tapline.client.http.WireJson;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What a handler may return to say more than a result. */
public sealed interface Outcome {

  /** Done for good; the result is anything that becomes JSON, or null. */
  static Completed completed(Object result) {
    return new Completed(tree(result), null, null, List.of());
  }

  /**
   * Done by an action that a pack brings: it makes objects, links them and ends this step, all at
   * once and under this lease.
   *
   * @param fields what the action asks for; anything that becomes a JSON object
   */
  static Performed performed(String actionKey, Object fields) {
    return new Performed(actionKey, tree(fields));
  }

  /** Not done; the error class decides what becomes of the subject. */
  static Failed failed(ErrorClass errorClass, String code, String message) {
    return OutcomeFailedBuilder.builder()
        .errorClass(errorClass)
        .code(code)
        .message(message)
        .build();
  }

  /** Given back unfinished: it costs no attempt, and another worker may have it at once. */
  static Released released(String reason) {
    return new Released(reason);
  }

  private static JsonNode tree(Object value) {
    return value == null ? null : WireJson.tree(value);
  }

  /** The work is done. */
  record Completed(JsonNode result, String nextQueueKey, String nextActionKey, List<String> outputs)
      implements Outcome {

    /** The subject goes on to another queue. */
    public Completed thenTo(String queueKey, String actionKey) {
      return new Completed(result, queueKey, actionKey, outputs);
    }

    /** EUIDs of what was made; linked by lineage. */
    public Completed withOutputs(List<String> euids) {
      return new Completed(result, nextQueueKey, nextActionKey, List.copyOf(euids));
    }
  }

  /** The work is done by an action of its trade. */
  record Performed(String actionKey, JsonNode fields) implements Outcome {}

  /** The work failed. */
  @RecordBuilder
  record Failed(
      ErrorClass errorClass,
      String code,
      String message,
      String reasonCode,
      String stage,
      JsonNode result)
      implements Outcome {

    /** What is kept in the record of the attempt. */
    public Failed withResult(Object kept) {
      return new Failed(errorClass, code, message, reasonCode, stage, tree(kept));
    }

    /** For a dead letter: why, and at which stage. */
    public Failed because(String why, String where) {
      return new Failed(errorClass, code, message, why, where, result);
    }
  }

  /** The work is given back. */
  record Released(String reason) implements Outcome {}
}
