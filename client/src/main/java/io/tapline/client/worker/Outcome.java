package io.tapline.client.worker;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.DomainKey;
import io.tapline.api.ErrorClass;
import java.util.List;

/** A handler's return value with more information than a result. */
public sealed interface Outcome {

  /** Done; the codec of the worker serializes the result, which may be null. */
  static Completed completed(Object result) {
    return new Completed(result, null, null, List.of());
  }

  /**
   * Done by an action of a pack, which creates and links objects and ends this step in one
   * transaction, under this lease.
   *
   * @param fields the fields of the action; the codec of the worker serializes them
   */
  static Performed performed(String actionKey, Object fields) {
    return new Performed(new DomainKey(actionKey), fields);
  }

  /** Failed; the error class determines retry or dead letter. */
  static Failed failed(ErrorClass errorClass, String code, String message) {
    return OutcomeFailedBuilder.builder()
        .errorClass(errorClass)
        .code(code)
        .message(message)
        .build();
  }

  /** Returned unfinished; costs no attempt, and another worker may claim the job at once. */
  static Released released(String reason) {
    return new Released(reason);
  }

  record Completed(Object result, String nextQueueKey, String nextActionKey, List<String> outputs)
      implements Outcome {

    /** The job continues in another queue. */
    public Completed thenTo(String queueKey, String actionKey) {
      return new Completed(result, queueKey, actionKey, outputs);
    }

    /** EUIDs of the created objects; linked by lineage. */
    public Completed withOutputs(List<String> euids) {
      return new Completed(result, nextQueueKey, nextActionKey, List.copyOf(euids));
    }
  }

  /** The job is done by an action of a pack. */
  record Performed(DomainKey action, Object fields) implements Outcome {}

  @RecordBuilder
  record Failed(
      ErrorClass errorClass,
      String code,
      String message,
      String reasonCode,
      String stage,
      Object result)
      implements Outcome {

    /** A result to store in the record of the attempt. */
    public Failed withResult(Object kept) {
      return new Failed(errorClass, code, message, reasonCode, stage, kept);
    }

    /** The reason code and the stage for a dead letter. */
    public Failed because(String why, String where) {
      return new Failed(errorClass, code, message, why, where, result);
    }
  }

  record Released(String reason) implements Outcome {}
}
