package io.tapline.server.jobs;

import io.tapline.engine.command.Command;
import io.tapline.engine.command.RequestFields;
import io.tapline.engine.command.RequestValidation;
import io.tapline.engine.command.StorableJson;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.WordList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Texts of requests, and refusals in the words of this door. */
final class JobText {

  /** What the engine calls otherwise. */
  private static final Map<String, String> WORDS =
      Map.of(
          "properties",
          "safe_payload",
          "queue_key",
          "kind",
          "ready_at",
          "process_after",
          "subject_euid",
          "job_id",
          "subscription_euid",
          "subscription_id",
          "message",
          "status_signal_only");

  private JobText() {}

  static String required(String name, String value, int limit) {
    if (value == null || value.isBlank()) {
      throw RequestFields.refuse(name, "is required");
    }
    return optional(name, value, limit);
  }

  static String optional(String name, String value, int limit) {
    if (value == null) {
      return null;
    }
    if (value.length() > limit) {
      throw RequestFields.refuse(
          name, "is " + value.length() + " characters long; at most " + limit + " are kept");
    }
    var fault = StorableJson.faultOf(value);
    if (fault != null) {
      throw RequestFields.refuse(name, fault);
    }
    return value;
  }

  static String choice(String name, String value, List<String> choices) {
    if (value != null && !choices.contains(value)) {
      throw RequestFields.refuse(name, "is not one of " + WordList.and(choices));
    }
    return value;
  }

  /** Refused for its fields, in the words of this door, before anything is done. */
  static void requireValid(Command command) {
    var refusal = RequestValidation.refusal(command);
    if (refusal != null) {
      throw inWords(new RefusedException(refusal));
    }
  }

  /** The engine's refusals name fields of its own. */
  static <T> T inWords(Supplier<T> request) {
    try {
      return request.get();
    } catch (RefusedException e) {
      throw inWords(e);
    }
  }

  private static RefusedException inWords(RefusedException refused) {
    var refusal = refused.refusal();
    var word = refusal.field() == null ? null : WORDS.get(refusal.field());
    return word == null
        ? refused
        : new RefusedException(
            new Refusal(
                refusal.code(), refusal.message().replaceFirst(refusal.field(), word), word));
  }
}
