package io.tapline.engine.action;

import io.tapline.api.ActionKey;
import io.tapline.api.WireWord;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.model.RefusedException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The actions that end an attempt, as a report of several results names them. */
public enum ResultAction implements WireWord {
  COMPLETE("complete", ActionKey.COMPLETE_QUEUE_EXECUTION),
  FAIL("fail", ActionKey.FAIL_QUEUE_EXECUTION),
  RELEASE_LEASE("release-lease", ActionKey.RELEASE_QUEUE_LEASE);

  public static final String FIELD = "action";

  private static final Set<String> ACCEPTED =
      Stream.concat(RequestMeta.ACCEPTED.stream(), Stream.of(FIELD))
          .collect(Collectors.toUnmodifiableSet());

  private final String wire;
  private final ActionKey action;

  ResultAction(String wire, ActionKey action) {
    this.wire = wire;
    this.action = action;
  }

  /** The last part of the path of the single action. */
  @Override
  public String wire() {
    return wire;
  }

  public ActionKey action() {
    return action;
  }

  public static List<String> wires() {
    return Arrays.stream(values()).map(ResultAction::wire).toList();
  }

  /**
   * One ending on a path for several actions: the field {@code action} names the action, and the
   * other fields are those of its request.
   */
  public static LeaseCommand read(JsonNode body, String idempotencyKey, String traceId) {
    var result = RequestBinder.word(body, FIELD, ResultAction.class);
    if (result == null) {
      throw RefusedException.invalid(FIELD, "is required");
    }
    return (LeaseCommand)
        ActionTable.of(result.action()).read(body, idempotencyKey, traceId, ACCEPTED);
  }
}
