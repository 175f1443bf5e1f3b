package io.tapline.engine.action;

import io.tapline.engine.command.Command;
import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.command.PerformAction;
import io.tapline.engine.command.RequestBinder;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.DomainKey;
import io.tapline.engine.model.RefusedException;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Converts JSON requests to commands. Field names are those of the execution API. */
public final class CommandReader {

  private static final Set<String> BESIDE_A_RESULT =
      Stream.concat(RequestMeta.ACCEPTED.stream(), Stream.of(ResultAction.FIELD))
          .collect(Collectors.toUnmodifiableSet());

  private CommandReader() {}

  /**
   * @param idempotencyKey the key of the header; a key in the body takes precedence
   * @param traceId the trace of the request, or null
   * @throws io.tapline.engine.model.RefusedException with the invalid field
   */
  public static Command read(
      ActionKey action, JsonNode body, String idempotencyKey, String traceId) {
    var meta = RequestMeta.read(body, idempotencyKey, traceId);
    return RequestBinder.bind(
        ActionTable.of(action).request(), action, body, meta, RequestMeta.ACCEPTED);
  }

  /**
   * One ending on a path for several actions: the field {@code action} names the action, and the
   * other fields are those of its request.
   */
  public static LeaseCommand result(JsonNode body, String idempotencyKey, String traceId) {
    var result = RequestBinder.word(body, ResultAction.FIELD, ResultAction.class);
    if (result == null) {
      throw RefusedException.invalid(ResultAction.FIELD, "is required");
    }
    var meta = RequestMeta.read(body, idempotencyKey, traceId);
    var request = ActionTable.of(result.action()).request();
    return (LeaseCommand) RequestBinder.bind(request, result.action(), body, meta, BESIDE_A_RESULT);
  }

  /** A pack action: the schema of the action checks its own fields. */
  public static PerformAction perform(
      DomainKey action, JsonNode body, String idempotencyKey, String traceId) {
    return PerformAction.read(action, body, idempotencyKey, traceId);
  }
}
