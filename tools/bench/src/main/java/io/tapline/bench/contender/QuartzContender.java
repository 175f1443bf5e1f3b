package io.tapline.bench.contender;

import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.LibraryVersion;
import io.tapline.bench.host.TextResource;
import io.tapline.bench.host.UncheckedCalls;
import java.io.IOException;
import java.io.StringReader;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.TriggerKey;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.impl.jdbcjobstore.JobStoreTX;
import org.quartz.spi.OperableTrigger;

/**
 * Quartz with its JDBC store: one durable job, and one trigger per run. A trigger that has fired is
 * deleted.
 */
public final class QuartzContender implements Contender {

  public static final Entry ENTRY = new Terms();

  private static final int THREADS = 20;
  private static final AtomicLong NAMES = new AtomicLong();

  private final String name = "bench-" + NAMES.incrementAndGet();
  private final JobDetail job =
      JobBuilder.newJob(Nothing.class).withIdentity("bench").storeDurably().build();
  private final Scheduler scheduler;

  private QuartzContender(BenchDatabase at) {
    at.execute(TextResource.text(JobStoreTX.class, "tables_postgres.sql"));
    scheduler = UncheckedCalls.get(() -> new StdSchedulerFactory(properties(at)).getScheduler());
  }

  private Properties properties(BenchDatabase at) throws IOException {
    var properties = new Properties();
    properties.load(
        new StringReader(TextResource.text(QuartzContender.class, "quartz.properties")));
    var source = "org.quartz.dataSource.bench.";
    properties.setProperty(source + "URL", at.jdbcUrl("reWriteBatchedInserts=true"));
    properties.setProperty(source + "user", at.user());
    properties.setProperty(source + "password", at.password());
    properties.setProperty("org.quartz.scheduler.instanceName", name);
    return properties;
  }

  /** The no-op job. */
  public static final class Nothing implements Job {

    @Override
    public void execute(JobExecutionContext context) {}
  }

  private static final class Terms implements Entry {

    @Override
    public String name() {
      return "Quartz";
    }

    @Override
    public String version() {
      return LibraryVersion.read(Scheduler.class, "org.quartz-scheduler", "quartz");
    }

    @Override
    public String settings() {
      return THREADS + " threads, up to " + THREADS + " triggers at once, enhanced statements";
    }

    @Override
    public Contender on(BenchDatabase database) {
      return new QuartzContender(database);
    }

    @Override
    public String countDone(int jobs) {
      return "select " + jobs + " - count(*) from qrtz_triggers";
    }
  }

  @Override
  public void enqueue(int from, int count) {
    Set<Trigger> triggers =
        IntStream.range(from, from + count).mapToObj(this::trigger).collect(Collectors.toSet());
    UncheckedCalls.run(() -> scheduler.scheduleJobs(Map.of(job, triggers), true));
  }

  private Trigger trigger(int number) {
    return TriggerBuilder.newTrigger()
        .withIdentity(Integer.toString(number))
        .forJob(job)
        .startNow()
        .build();
  }

  @Override
  public void start(CompletionListener completionListener) {
    ReportingJobStore.register(
        name, key -> completionListener.done(Integer.parseInt(key.getName())));
    UncheckedCalls.run(scheduler::start);
  }

  @Override
  public void close() {
    try {
      UncheckedCalls.run(() -> scheduler.shutdown(true));
    } finally {
      ReportingJobStore.remove(name);
    }
  }

  /**
   * A Quartz store that reports a trigger after its completion is committed; the listeners of
   * Quartz are called earlier. Quartz creates the store by class name, so the listener is found by
   * the name of the scheduler.
   */
  @SuppressWarnings(
      "unchecked") // Quartz's own: JobStoreTX overrides a generic method with a raw one
  public static final class ReportingJobStore extends JobStoreTX {

    private static final Map<String, Consumer<TriggerKey>> LISTENERS = new ConcurrentHashMap<>();

    static void register(String scheduler, Consumer<TriggerKey> listener) {
      LISTENERS.put(scheduler, listener);
    }

    static void remove(String scheduler) {
      LISTENERS.remove(scheduler);
    }

    @Override
    public void triggeredJobComplete(
        OperableTrigger trigger, JobDetail job, Trigger.CompletedExecutionInstruction instruction) {
      super.triggeredJobComplete(trigger, job, instruction);
      LISTENERS.get(getInstanceName()).accept(trigger.getKey());
    }
  }
}
