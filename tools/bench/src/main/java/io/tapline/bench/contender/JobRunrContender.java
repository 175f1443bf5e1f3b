package io.tapline.bench.contender;

import com.zaxxer.hikari.HikariDataSource;
import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.LibraryVersion;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.Job;
import org.jobrunr.jobs.filters.ApplyStateFilter;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.states.JobState;
import org.jobrunr.jobs.states.StateName;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.configuration.BackgroundJobServerThreadType;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;

/**
 * JobRunr with default settings and the shortest poll interval that it allows. Completed jobs stay
 * in its table.
 */
public final class JobRunrContender implements Contender {

  /** The entry with the default number of workers for this machine. */
  public static final Entry ENTRY = new Terms(defaultWorkers());

  private static final Duration POLL = Duration.ofSeconds(5);
  private static final int SPARE_CONNECTIONS = 4;

  private final HikariDataSource pool;
  private final JobRequestScheduler scheduler;
  private final BackgroundJobServer server;
  private volatile CompletionListener listener;

  private JobRunrContender(BenchDatabase at, int workers) {
    pool = at.pool(workers + SPARE_CONNECTIONS);
    var configured =
        JobRunr.configure()
            .useStorageProvider(SqlStorageProviderFactory.using(pool))
            .withJobFilter(
                (ApplyStateFilter) (job, from, to) -> changed(job, to)) // after it was saved
            .useBackgroundJobServer(
                BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                    .andWorkerCount(workers)
                    .andPollInterval(POLL),
                false)
            .initialize();
    scheduler = configured.getJobRequestScheduler();
    server = configured.getBackgroundJobServer();
  }

  /** The entry with this number of workers. */
  public static Entry of(int workers) {
    return new Terms(workers);
  }

  /** Its default: a multiple of the cores, for platform or virtual threads. */
  private static int defaultWorkers() {
    return BackgroundJobServerThreadType.getDefaultThreadType().getDefaultWorkerCount();
  }

  private void changed(Job job, JobState to) {
    if (to.getName() == StateName.SUCCEEDED) {
      listener.done(((Numbered) job.getJobDetails().getJobParameterValues()[0]).number());
    }
  }

  /** A no-op job. */
  public record Numbered(int number) implements JobRequest {

    @Override
    public Class<Nothing> getJobRequestHandler() {
      return Nothing.class;
    }
  }

  /** The handler of a no-op job. */
  public static final class Nothing implements JobRequestHandler<Numbered> {

    @Override
    public void run(Numbered request) {}
  }

  private record Terms(int workers) implements Entry {

    @Override
    public String name() {
      return "JobRunr";
    }

    @Override
    public String version() {
      return LibraryVersion.read(JobRunr.class, "org.jobrunr", "jobrunr");
    }

    @Override
    public String settings() {
      return "%d workers%s, poll %d s"
          .formatted(
              workers, workers == defaultWorkers() ? " (its default here)" : "", POLL.toSeconds());
    }

    @Override
    public Contender on(BenchDatabase database) {
      return new JobRunrContender(database, workers);
    }

    @Override
    public String countDone(int jobs) {
      return "select count(*) from jobrunr_jobs where state = 'SUCCEEDED'";
    }
  }

  @Override
  public void enqueue(int from, int count) {
    scheduler.enqueue(IntStream.range(from, from + count).mapToObj(Numbered::new));
  }

  @Override
  public void start(CompletionListener completionListener) {
    listener = completionListener;
    server.start();
  }

  @Override
  public void close() {
    server.stop();
    pool.close();
  }
}
