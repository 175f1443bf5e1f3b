package io.tapline.engine.action;

import io.tapline.engine.command.Command;
import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.command.PerformAction;
import io.tapline.engine.command.RequestFields;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.DomainKey;
import tools.jackson.databind.JsonNode;

/** Converts JSON requests to commands. Field names are those of the execution API. */
public final class CommandReader {

  private CommandReader() {}

  /**
   * @param idempotencyKey the key of the header; a key in the body takes precedence
   * @param traceId the trace of the request, or null
   * @throws io.tapline.engine.model.RefusedException with the invalid field
   */
  public static Command read(
      ActionKey action, JsonNode body, String idempotencyKey, String traceId) {
    var f = new RequestFields(body);
    var meta = RequestMeta.read(f, idempotencyKey, traceId);
    var command = ActionTable.of(action).reader().read(f, meta);
    f.nothingElse();
    return command;
  }

  /**
   * One ending on a path for several actions: the field {@code action} names the action, and the
   * other fields are those of its request.
   */
  public static LeaseCommand result(JsonNode body, String idempotencyKey, String traceId) {
    var f = new RequestFields(body);
    var result = f.wireChoice(ResultAction.FIELD, ResultAction.class, ResultAction::wire);
    if (result == null) {
      throw RequestFields.refuse(ResultAction.FIELD, "is required");
    }
    var meta = RequestMeta.read(f, idempotencyKey, traceId);
    var command = ActionTable.of(result.action()).reader().read(f, meta);
    f.nothingElse();
    return (LeaseCommand) command;
  }

  /** A pack action: the schema of the action checks its own fields. */
  public static PerformAction perform(
      DomainKey action, JsonNode body, String idempotencyKey, String traceId) {
    var f = new RequestFields(body);
    return PerformAction.read(action, f, RequestMeta.read(f, idempotencyKey, traceId));
  }
}
