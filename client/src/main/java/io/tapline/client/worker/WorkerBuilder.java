package io.tapline.client.worker;

import io.tapline.api.ErrorClass;
import io.tapline.client.error.TaplineException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/** What a worker serves, with which handlers, and how it behaves. */
public final class WorkerBuilder {

  /** The server lets no worker hold more leases than this. */
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
  private String type = "SERVICE";
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
   * Serves this queue. Without any queue it serves all that its capabilities admit, the most urgent
   * first. With one, or none, idle workers pick work up at once; with several, each is looked at
   * about once a second.
   */
  public WorkerBuilder queue(String queueKey) {
    queues.add(queueKey);
    return this;
  }

  /** Something that it can do and queues may ask for. */
  public WorkerBuilder capability(String capability) {
    capabilities.add(capability);
    return this;
  }

  /** A site it serves; without any it serves all. */
  public WorkerBuilder site(String site) {
    sites.add(site);
    return this;
  }

  /** A platform it serves; without any it serves all. */
  public WorkerBuilder platform(String platform) {
    platforms.add(platform);
    return this;
  }

  /** An assay it serves; without any it serves all. */
  public WorkerBuilder assay(String assay) {
    assays.add(assay);
    return this;
  }

  /** Does the work with this action key. */
  public WorkerBuilder handle(String actionKey, Handler handler) {
    if (handlers.putIfAbsent(actionKey, handler) != null) {
      throw new IllegalArgumentException(
          "action " + actionKey + " has a handler already; give each action one");
    }
    return this;
  }

  /** Does all work whose action has no handler of its own. */
  public WorkerBuilder handle(Handler handler) {
    if (forAll != null) {
      throw new IllegalArgumentException("there is a handler for all actions already");
    }
    forAll = handler;
    return this;
  }

  /** Failures of this type, and of types below it, are of this class. */
  public WorkerBuilder errorClass(Class<? extends Throwable> type, ErrorClass errorClass) {
    errorClasses.put(type, errorClass);
    return this;
  }

  /** How many handlers run at once; 1. */
  public WorkerBuilder concurrency(int slots) {
    if (slots < 1 || slots > MOST_CONCURRENT) {
      throw new IllegalArgumentException(
          "concurrency " + slots + " is not between 1 and " + MOST_CONCURRENT);
    }
    concurrency = slots;
    return this;
  }

  /** Silent for longer, it counts as OFFLINE; a minute. It shows itself three times as often. */
  public WorkerBuilder heartbeatTtl(Duration ttl) {
    if (ttl.toSeconds() < 1 || ttl.toSeconds() > Duration.ofDays(1).toSeconds()) {
      throw new IllegalArgumentException("heartbeatTtl must be from a second to a day");
    }
    heartbeatTtl = ttl;
    return this;
  }

  /** How long handlers may go on once it is stopping; 30 seconds. */
  public WorkerBuilder grace(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("grace is negative");
    }
    grace = time;
    return this;
  }

  /** Whether SIGTERM, or any other end of the process, stops it in good order; it does. */
  public WorkerBuilder stopAtExit(boolean wanted) {
    stopAtExit = wanted;
    return this;
  }

  /** Stops by itself after so many pieces of work. */
  public WorkerBuilder stopAfter(int pieces) {
    if (pieces < 1) {
      throw new IllegalArgumentException("stopAfter needs at least one piece of work");
    }
    workLimit = new WorkLimit(pieces, workLimit.untilIdle());
    return this;
  }

  /** Stops by itself when there is no more work. */
  public WorkerBuilder stopWhenIdle() {
    workLimit = new WorkLimit(workLimit.most(), true);
    return this;
  }

  /** The server's word for what it is; SERVICE. */
  public WorkerBuilder type(String workerType) {
    type = workerType;
    return this;
  }

  /** Of its software, for people. */
  public WorkerBuilder buildVersion(String version) {
    buildVersion = version;
    return this;
  }

  /** Hears of everything that goes wrong between it and the server; by default it is logged. */
  public WorkerBuilder onTrouble(Consumer<TaplineException> listener) {
    trouble = listener;
    return this;
  }

  /** Makes itself known and begins. Throws when the server or a queue is not there. */
  public Worker start() {
    if (handlers.isEmpty() && forAll == null) {
      throw new IllegalStateException("a worker without a handler; give it one with handle(...)");
    }
    queues.forEach(port::requireQueue);
    var registration = registration();
    var state = new WorkerState(port, registration, trouble);
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

  /** A key of its own for every start: a name that comes again must not hide what was orphaned. */
  private WorkerRegistration registration() {
    return WorkerRegistrationBuilder.builder()
        .workerKey(name + "-" + startId.substring(0, 8))
        .displayName(name)
        .workerType(type)
        .capabilities(List.copyOf(capabilities))
        .siteScope(List.copyOf(sites))
        .platformScope(List.copyOf(platforms))
        .assayScope(List.copyOf(assays))
        .maxConcurrentLeases(concurrency)
        .heartbeatTtl(heartbeatTtl)
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
}
