package io.tapline.server.metrics;

import io.micrometer.core.instrument.Timer;
import io.tapline.api.ActionKey;
import io.tapline.api.ActionName;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.DomainKey;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Duration of requests inside the engine by action; most of it is time of the database. */
@Component
final class ActionTimes implements ActionListener {

  /** From a quick look-up to the usual time-out of a client. */
  static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30)
  };

  private final Map<ActionName, Timer> timers = new HashMap<>();

  ActionTimes(Engine engine, ServerMetrics metrics) {
    var actions = new ArrayList<ActionName>(List.of(ActionKey.values()));
    engine.domainActions().forEach(action -> actions.add(new DomainKey(action.key())));
    for (var action : actions) {
      timers.put(
          action,
          Timer.builder("tapline_action")
              .description("Time of a request inside the engine, single or batch")
              .tag("action", action.wire())
              .serviceLevelObjectives(BUCKETS)
              .register(metrics.registry()));
    }
    engine.listen(this);
  }

  @Override
  public void carriedOut(
      Caller caller, List<? extends Command> commands, List<ItemOutcome> outcomes, Duration took) {
    if (!commands.isEmpty()) {
      var timer = timers.get(commands.get(0).action());
      // Null for an action that no registered pack provides; it was refused.
      if (timer != null) {
        timer.record(took);
      }
    }
  }

  @Override
  public void claimed(
      Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
    timers.get(command.action()).record(took);
  }
}
