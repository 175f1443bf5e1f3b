package io.tapline.engine.action;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.Role;
import io.tapline.api.WordList;
import io.tapline.api.request.Command;
import io.tapline.api.request.PreconditionTarget;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.decide.Decision;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.model.Caller;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The definition of one action: one row of {@link ActionTable}.
 *
 * @param request the record that defines its requests
 * @param roles the roles that may request it
 * @param expected the object that {@code expected_state} and {@code expected_revision} are compared
 *     with
 * @param group the pipeline that executes it
 * @param decision the decision about its job; null where the pipeline of the group decides
 * @param needs the data that must be read or settled before the decision
 * @param shared whether concurrent requests share a transaction
 */
public record ActionSpec<C extends Command>(
    ActionKey key,
    Class<C> request,
    Set<Role> roles,
    PreconditionTarget expected,
    ActionGroup group,
    Rule<C> decision,
    Set<ActionNeed> needs,
    boolean shared) {

  /** A pure function of the loaded data and the request. It returns a change or a refusal. */
  @FunctionalInterface
  public interface Rule<C extends Command> {
    Decision decide(DecisionInput input, C command);
  }

  static <C extends Command> ActionSpec<C> subject(
      ActionKey key, Class<C> request, Set<Role> roles, Rule<C> decision) {
    return new ActionSpec<>(
        key,
        request,
        roles,
        PreconditionTarget.SUBJECT,
        ActionGroup.SUBJECT,
        decision,
        Set.of(),
        false);
  }

  /** An action that its pipeline decides. */
  static <C extends Command> ActionSpec<C> group(
      ActionGroup group, ActionKey key, Class<C> request, Set<Role> roles) {
    return new ActionSpec<>(
        key, request, roles, PreconditionTarget.NOTHING, group, null, Set.of(), false);
  }

  ActionSpec<C> expects(PreconditionTarget target) {
    return new ActionSpec<>(key, request, roles, target, group, decision, needs, shared);
  }

  ActionSpec<C> needing(ActionNeed first, ActionNeed... more) {
    var all = Collections.unmodifiableSet(EnumSet.of(first, more));
    return new ActionSpec<>(key, request, roles, expected, group, decision, all, shared);
  }

  ActionSpec<C> sharesTransactions() {
    return new ActionSpec<>(key, request, roles, expected, group, decision, needs, true);
  }

  public boolean needs(ActionNeed need) {
    return needs.contains(need);
  }

  /** The refusal by the roles of the caller, or null. The owner of a lease is checked later. */
  public Refusal refusal(Caller caller) {
    return roles.stream().anyMatch(caller::is)
        ? null
        : Refusal.of(
            Code.FORBIDDEN,
            key.wire()
                + " needs one of the roles "
                + WordList.and(roles)
                + "; "
                + caller.principal()
                + " has "
                + WordList.and(caller.roles()));
  }

  /**
   * Converts a JSON request to a command.
   *
   * @param idempotencyKey the key of the header; a key in the body takes precedence
   * @param traceId the trace of the request, or null
   * @throws io.tapline.engine.model.RefusedException with the invalid field
   */
  public C read(JsonNode body, String idempotencyKey, String traceId) {
    return read(body, idempotencyKey, traceId, RequestMeta.ACCEPTED);
  }

  /**
   * @param accepted names of fields beside those of the request
   */
  C read(JsonNode body, String idempotencyKey, String traceId, Set<String> accepted) {
    var meta = RequestBinder.meta(body, idempotencyKey, traceId);
    return RequestBinder.bind(request, key, body, meta, accepted);
  }

  Decision decide(DecisionInput input, Command command) {
    if (decision == null) {
      throw new IllegalArgumentException(key + " is not decided by the job alone");
    }
    return decision.decide(input, request.cast(command));
  }
}
