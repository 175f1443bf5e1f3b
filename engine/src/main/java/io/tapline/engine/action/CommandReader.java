package io.tapline.engine.action;

import io.tapline.api.ActionKey;
import io.tapline.api.DomainKey;
import io.tapline.api.request.Command;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.PerformActionBuilder;
import io.tapline.api.request.RequestMeta;
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
    var meta = RequestBinder.meta(body, idempotencyKey, traceId);
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
    var meta = RequestBinder.meta(body, idempotencyKey, traceId);
    var request = ActionTable.of(result.action()).request();
    return (LeaseCommand) RequestBinder.bind(request, result.action(), body, meta, BESIDE_A_RESULT);
  }

  /** A pack action: the schema of the action checks its own fields. */
  public static PerformAction perform(
      DomainKey action, JsonNode body, String idempotencyKey, String traceId) {
    var meta = RequestBinder.meta(body, idempotencyKey, traceId);
    var common = RequestBinder.bindSome(PerformAction.class, body, meta);
    return PerformActionBuilder.builder(common)
        .action(action)
        .fields(RequestBinder.rest(PerformAction.class, body, RequestMeta.ACCEPTED))
        .build();
  }
}
