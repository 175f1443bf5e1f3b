package io.tapline.client.worker;

import io.tapline.api.ErrorClass;
import io.tapline.api.WorkerType;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.client.error.TaplineException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Configures and starts a worker. */
public final class WorkerBuilder {

  /** The server's limit of leases per worker. */
  private static final int MOST_CONCURRENT = 100_000;

  private final String name;
  private final WorkPort port;
  private final String startId = UUID.randomUUID().toString();
  private final List<String> queues = new ArrayList<>();
  private final List<String> capabilities = new ArrayList<>();
  private final List<String> sites = new ArrayList<>();
  private final List<String> platforms = new ArrayList<>();
  private final List<String> assays = new ArrayList<>();
  private final Map<String, Handler> handlers = new HashMap<>();
  private final Map<Class<? extends Throwable>, ErrorClass> errorClasses = new HashMap<>();
  private Handler forAll;
  private PayloadCodec codec = PayloadCodec.strict();
  private WorkerType type = WorkerType.SERVICE;
  private String buildVersion;
  private int concurrency = 1;
  private Duration heartbeatTtl = Duration.ofSeconds(60);
  private Duration grace = Duration.ofSeconds(30);
  private boolean stopAtExit = true;
  private WorkLimit workLimit = WorkLimit.ENDLESS;
  private Consumer<TaplineException> trouble = new TroubleLog();

  WorkerBuilder(String name, WorkPort port) {
    if (name == null || name.isBlank() || name.length() > 100) {
      throw new IllegalArgumentException("a worker needs a name of 1 to 100 characters");
    }
    this.name = name;
    this.port = port;
  }

  /**
   * Serves this queue; may be called for several. Without a queue the worker serves all queues that
   * its capabilities admit. Several queues are served in order of their dispatch priority.
   */
  public WorkerBuilder queue(String queueKey) {
    queues.add(queueKey);
    return this;
  }

  /** A capability of the worker, which queues may require. */
  public WorkerBuilder capability(String capability) {
    capabilities.add(capability);
    return this;
  }

  /** A site of the worker; without any the worker serves all sites. */
  public WorkerBuilder site(String site) {
    sites.add(site);
    return this;
  }

  /** A platform of the worker; without any the worker serves all platforms. */
  public WorkerBuilder platform(String platform) {
    platforms.add(platform);
    return this;
  }

  /** An assay of the worker; without any the worker serves all assays. */
  public WorkerBuilder assay(String assay) {
    assays.add(assay);
    return this;
  }

  /** The handler for jobs with this action key. */
  public WorkerBuilder handle(String actionKey, Handler handler) {
    if (handlers.putIfAbsent(actionKey, handler) != null) {
      throw new IllegalArgumentException(
          "action " + actionKey + " has a handler already; give each action one");
    }
    return this;
  }

  /** The handler for actions without a specific one. */
  public WorkerBuilder handle(Handler handler) {
    if (forAll != null) {
      throw new IllegalArgumentException("there is a handler for all actions already");
    }
    forAll = handler;
    return this;
  }

  /** Reads properties and writes results; {@link PayloadCodec#strict} by default. */
  public WorkerBuilder codec(PayloadCodec payloadCodec) {
    codec = Objects.requireNonNull(payloadCodec, "payloadCodec");
    return this;
  }

  /** Maps failures of this type and its subtypes to this class. */
  public WorkerBuilder errorClass(Class<? extends Throwable> type, ErrorClass errorClass) {
    errorClasses.put(type, errorClass);
    return this;
  }

  /** Maximum number of handlers that run at once; 1 by default. */
  public WorkerBuilder concurrency(int slots) {
    if (slots < 1 || slots > MOST_CONCURRENT) {
      throw new IllegalArgumentException(
          "concurrency " + slots + " is not between 1 and " + MOST_CONCURRENT);
    }
    concurrency = slots;
    return this;
  }

  /**
   * Time without a heartbeat after which the worker counts as OFFLINE; one minute by default. The
   * worker sends at least three heartbeats in this time.
   */
  public WorkerBuilder heartbeatTtl(Duration ttl) {
    if (ttl.toSeconds() < 1 || ttl.toSeconds() > Duration.ofDays(1).toSeconds()) {
      throw new IllegalArgumentException("heartbeatTtl must be from a second to a day");
    }
    heartbeatTtl = ttl;
    return this;
  }

  /** Time for handlers to finish after the worker begins to stop; 30 seconds by default. */
  public WorkerBuilder grace(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("grace is negative");
    }
    grace = time;
    return this;
  }

  /**
   * Whether SIGTERM, or another regular end of the process, stops the worker in an orderly way;
   * true by default.
   */
  public WorkerBuilder stopAtExit(boolean wanted) {
    stopAtExit = wanted;
    return this;
  }

  /** Stops the worker after this number of jobs. */
  public WorkerBuilder stopAfter(int pieces) {
    if (pieces < 1) {
      throw new IllegalArgumentException("stopAfter must be at least one job");
    }
    workLimit = new WorkLimit(pieces, workLimit.untilIdle());
    return this;
  }

  /** Stops the worker when no job is ready. */
  public WorkerBuilder stopWhenIdle() {
    workLimit = new WorkLimit(workLimit.most(), true);
    return this;
  }

  /** The worker type; SERVICE by default. */
  public WorkerBuilder type(WorkerType workerType) {
    type = workerType;
    return this;
  }

  /** The version of the worker's software, for display. */
  public WorkerBuilder buildVersion(String version) {
    buildVersion = version;
    return this;
  }

  /** Receives every problem between the worker and the server; by default problems are logged. */
  public WorkerBuilder onTrouble(Consumer<TaplineException> listener) {
    trouble = listener;
    return this;
  }

  /**
   * Registers the worker and starts it. Throws if the server is unreachable or a queue does not
   * exist.
   */
  public Worker start() {
    if (handlers.isEmpty() && forAll == null) {
      throw new IllegalStateException("the worker has no handler; add one with handle(...)");
    }
    queues.forEach(port::requireQueue);
    var registration = registration();
    var state = new WorkerState(port, registration, codec, trouble);
    state.register();
    var worker =
        new Worker(
            state,
            new HandlerRunner(handlers, forAll, new ErrorClasses(errorClasses)),
            List.copyOf(queues),
            workLimit,
            registration,
            grace,
            stopAtExit);
    worker.start();
    return worker;
  }

  /**
   * Each start registers under its own key, so that a restart does not hide the leases that the
   * previous process left.
   */
  private RegisterWorker registration() {
    return RegisterWorkerBuilder.builder()
        .workerKey(name + "-" + startId.substring(0, 8))
        .displayName(name)
        .workerType(type)
        .capabilities(capabilities)
        .siteScope(sites)
        .platformScope(platforms)
        .assayScope(assays)
        .maxConcurrentLeases(concurrency)
        .heartbeatTtlSeconds((int) heartbeatTtl.toSeconds())
        .buildVersion(buildVersion)
        .host(host())
        .processIdentity(ProcessHandle.current().pid() + "-" + startId)
        .build();
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  /**
   * Logs a problem as a warning if its code differs from the previous one or a minute has passed;
   * otherwise at debug level.
   */
  private static final class TroubleLog implements Consumer<TaplineException> {

    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();

    private String last;
    private long lastAt;

    @Override
    public synchronized void accept(TaplineException e) {
      long now = System.nanoTime();
      if (!e.code().equals(last) || now - lastAt > QUIET_NANOS) {
        last = e.code();
        lastAt = now;
        LOG.warn(e.getMessage());
      } else {
        LOG.debug(e.getMessage());
      }
    }
  }
}
