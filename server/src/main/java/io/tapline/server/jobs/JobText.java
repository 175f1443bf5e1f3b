package io.tapline.server.jobs;

import io.tapline.api.Refusal;
import io.tapline.api.request.Command;
import io.tapline.api.request.RequestValidation;
import io.tapline.engine.model.RefusedException;
import java.util.Map;
import java.util.function.Supplier;

/** Checks requests, and names fields in refusals as the job API does. */
final class JobText {

  /** The job API's name of each engine field. */
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

  /** The body, whose first invalid field is refused. */
  static <R> R requireFields(R body) {
    var refusal = RequestValidation.refusalOfFields(body);
    RefusedException.throwIfRefused(refusal);
    return body;
  }

  /** Refuses invalid fields, with the names of this API, before any change. */
  static void requireValid(Command command) {
    var refusal = RequestValidation.refusal(command);
    if (refusal != null) {
      throw inWords(new RefusedException(refusal));
    }
  }

  /** Replaces the engine's field names in refusals. */
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
