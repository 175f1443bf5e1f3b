package io.tapline.bench.contender;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.quartz.JobDetail;
import org.quartz.TriggerKey;
import org.quartz.impl.jdbcjobstore.JobStoreTX;
import org.quartz.spi.OperableTrigger;

/**
 * Quartz's store, which tells when it has committed that a trigger is finished: its listeners hear
 * of it before. Quartz makes it by name, so whom to tell is found by the scheduler's name.
 */
@SuppressWarnings("unchecked") // Quartz's own: JobStoreTX overrides a generic method with a raw one
public final class ReportingJobStore extends JobStoreTX {

  private static final Map<String, Consumer<TriggerKey>> TOLD = new ConcurrentHashMap<>();

  static void tell(String scheduler, Consumer<TriggerKey> told) {
    TOLD.put(scheduler, told);
  }

  static void forget(String scheduler) {
    TOLD.remove(scheduler);
  }

  @Override
  public void triggeredJobComplete(
      OperableTrigger trigger,
      JobDetail job,
      org.quartz.Trigger.CompletedExecutionInstruction instruction) {
    super.triggeredJobComplete(trigger, job, instruction);
    TOLD.get(getInstanceName()).accept(trigger.getKey());
  }
}
