package io.tapline.engine.action;

import io.tapline.engine.command.Command;
import io.tapline.engine.command.PreconditionTarget;
import io.tapline.engine.command.RequestFields;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.decide.Decision;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Role;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * All that is known of one action before it is carried out: one row of {@link ActionTable}.
 *
 * @param request the record that its requests are read into; what can be said against one of them
 *     alone stands on the record ({@link Command#check})
 * @param reader how a request is read from JSON
 * @param roles who may ask for it
 * @param expected what {@code expected_state} and {@code expected_revision} are compared with
 * @param group which pipeline carries it out
 * @param decision what it does to its subject; null where the group's pipeline decides
 * @param needs what must be read, or settled, before it can be decided
 * @param shared whether requests that arrive together share a transaction
 */
public record ActionSpec<C extends Command>(
    ActionKey key,
    Class<C> request,
    Reader<C> reader,
    Set<Role> roles,
    PreconditionTarget expected,
    ActionGroup group,
    Rule<C> decision,
    Set<ActionNeed> needs,
    boolean shared) {

  /** Takes the fields of a request, one by one. */
  @FunctionalInterface
  public interface Reader<C extends Command> {
    C read(RequestFields fields, RequestMeta meta);
  }

  /** A pure function: what the rows say and what is asked for lead to a change or a refusal. */
  @FunctionalInterface
  public interface Rule<C extends Command> {
    Decision decide(DecisionInput input, C command);
  }

  /** An action on one subject. */
  static <C extends Command> ActionSpec<C> subject(
      ActionKey key, Class<C> request, Reader<C> reader, Set<Role> roles, Rule<C> decision) {
    return new ActionSpec<>(
        key,
        request,
        reader,
        roles,
        PreconditionTarget.SUBJECT,
        ActionGroup.SUBJECT,
        decision,
        Set.of(),
        false);
  }

  /** An action whose pipeline decides by itself. */
  static <C extends Command> ActionSpec<C> group(
      ActionGroup group, ActionKey key, Class<C> request, Reader<C> reader, Set<Role> roles) {
    return new ActionSpec<>(
        key, request, reader, roles, PreconditionTarget.NOTHING, group, null, Set.of(), false);
  }

  ActionSpec<C> expects(PreconditionTarget target) {
    return new ActionSpec<>(key, request, reader, roles, target, group, decision, needs, shared);
  }

  ActionSpec<C> needing(ActionNeed first, ActionNeed... more) {
    var all = Collections.unmodifiableSet(EnumSet.of(first, more));
    return new ActionSpec<>(key, request, reader, roles, expected, group, decision, all, shared);
  }

  ActionSpec<C> sharesTransactions() {
    return new ActionSpec<>(key, request, reader, roles, expected, group, decision, needs, true);
  }

  public boolean needs(ActionNeed need) {
    return needs.contains(need);
  }

  Decision decide(DecisionInput input, Command command) {
    if (decision == null) {
      throw new IllegalArgumentException(key + " is not decided by the subject alone");
    }
    return decision.decide(input, request.cast(command));
  }
}
