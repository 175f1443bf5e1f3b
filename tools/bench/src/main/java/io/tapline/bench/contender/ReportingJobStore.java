package io.tapline.bench.contender;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.quartz.JobDetail;
import org.quartz.TriggerKey;
import org.quartz.impl.jdbcjobstore.JobStoreTX;
import org.quartz.spi.OperableTrigger;

/**
 * A Quartz store that reports a trigger after its completion is committed; the listeners of Quartz
 * are called earlier. Quartz creates the store by class name, so the listener is found by the name
 * of the scheduler.
 */
@SuppressWarnings("unchecked") // Quartz's own: JobStoreTX overrides a generic method with a raw one
public final class ReportingJobStore extends JobStoreTX {

  private static final Map<String, Consumer<TriggerKey>> LISTENERS = new ConcurrentHashMap<>();

  static void register(String scheduler, Consumer<TriggerKey> listener) {
    LISTENERS.put(scheduler, listener);
  }

  static void remove(String scheduler) {
    LISTENERS.remove(scheduler);
  }

  @Override
  public void triggeredJobComplete(
      OperableTrigger trigger,
      JobDetail job,
      org.quartz.Trigger.CompletedExecutionInstruction instruction) {
    super.triggeredJobComplete(trigger, job, instruction);
    LISTENERS.get(getInstanceName()).accept(trigger.getKey());
  }
}
