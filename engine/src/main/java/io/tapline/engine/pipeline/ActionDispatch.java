package io.tapline.engine.pipeline;

import io.tapline.engine.action.ActionGroup;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.command.Command;
import io.tapline.engine.command.PerformAction;
import io.tapline.engine.command.SubjectCommand;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Passes the commands of one action to the pipeline of its group. */
final class ActionDispatch {

  /**
   * Executes commands of one action, in a transaction with other requests where the action shares
   * one.
   */
  private interface BatchHandler {
    List<ItemOutcome> execute(Caller caller, List<Command> commands, boolean shares);
  }

  private final Map<ActionGroup, BatchHandler> handlers = new EnumMap<>(ActionGroup.class);
  private final DomainPipeline domain;

  /**
   * @param domain the pipeline for actions of packs, which have no row in the table
   */
  ActionDispatch(DomainPipeline domain) {
    this.domain = domain;
  }

  ActionDispatch subjects(SubjectPipeline subjects) {
    handlers.put(
        ActionGroup.SUBJECT,
        (caller, commands, shares) -> {
          var some = commands.stream().map(SubjectCommand.class::cast).toList();
          return shares ? subjects.executeShared(caller, some) : subjects.execute(caller, some);
        });
    return this;
  }

  ActionDispatch enqueues(EnqueuePipeline enqueues) {
    handlers.put(
        ActionGroup.ENQUEUE,
        (caller, commands, shares) ->
            shares ? enqueues.executeShared(caller, commands) : enqueues.execute(caller, commands));
    return this;
  }

  /** Adds a group whose commands have a transaction each. */
  <C extends Command> ActionDispatch oneByOne(
      ActionGroup group, Class<C> type, BiFunction<Caller, C, ItemOutcome> pipeline) {
    handlers.put(
        group,
        (caller, commands, shares) ->
            commands.stream().map(command -> pipeline.apply(caller, type.cast(command))).toList());
    return this;
  }

  List<ItemOutcome> execute(Caller caller, List<Command> commands) {
    if (!(commands.get(0).action() instanceof ActionKey key)) {
      return commands.stream()
          .map(command -> domain.execute(caller, (PerformAction) command))
          .toList();
    }
    var action = ActionTable.of(key);
    var handler = handlers.get(action.group());
    if (handler == null) {
      throw new IllegalArgumentException(key + " has an answer of its own shape: use claim()");
    }
    return handler.execute(
        caller, commands, action.shared() && commands.size() <= RequestCombiner.FEW);
  }
}
