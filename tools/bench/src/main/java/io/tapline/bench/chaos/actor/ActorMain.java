package io.tapline.bench.chaos.actor;

import io.tapline.bench.chaos.log.LogFile;
import io.tapline.bench.chaos.log.LogLine;
import io.tapline.bench.host.ChildProcesses;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

/** A client process: {@code workers N}, {@code runtime N}, {@code clients N} or {@code reader}. */
public final class ActorMain {

  private static final int END_MILLIS = 15_000;

  private static volatile boolean going = true;

  private ActorMain() {}

  public static void main(String[] arguments) throws InterruptedException {
    ChildProcesses.haltWithInput();
    var settings = ActorSettings.read(System.getenv());
    var log = new LogFile(settings.folder().resolve(settings.unique() + LogFile.SUFFIX));
    int loops = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
    var threads = new ArrayList<Thread>();
    for (int i = 1; i <= loops; i++) {
      var who = settings.unique() + "." + i;
      var random = new Random(settings.seed() * 31 + who.hashCode());
      threads.add(new Thread(loop(arguments[0], new Actor(who, settings, log, random)), who));
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(threads), "chaos-end"));
    threads.forEach(Thread::start);
    for (var thread : threads) {
      thread.join();
    }
  }

  /** One loop of the process. */
  record Actor(String who, ActorSettings settings, LogFile log, Random random) {

    /** False when the process is to end: then nothing new is sent, and nothing is retried. */
    boolean isGoing() {
      return going;
    }

    int chance(int bound) {
      return random.nextInt(bound);
    }

    /** The address of one of the servers. */
    String address() {
      return settings.addresses().get(chance(settings.addresses().size()));
    }

    void write(
        LogLine.Kind kind,
        long call,
        String op,
        int status,
        String text,
        List<LogLine.Item> items) {
      log.write(new LogLine(kind, System.nanoTime(), who, call, op, status, text, items));
    }
  }

  /**
   * The settings of a client process, from its environment.
   *
   * @param name name of the process
   * @param start number of this start, from 1
   * @param addresses addresses of the servers for clients
   * @param folder folder of its log
   */
  record ActorSettings(
      String name, int start, List<String> addresses, String token, Path folder, long seed) {

    static ActorSettings read(Map<String, String> environment) {
      return new ActorSettings(
          environment.get("CHAOS_NAME"),
          Integer.parseInt(environment.get("CHAOS_START")),
          List.of(environment.get("CHAOS_ADDRESSES").split(",")),
          environment.get("CHAOS_TOKEN"),
          Path.of(environment.get("CHAOS_FOLDER")),
          Long.parseLong(environment.get("CHAOS_SEED")));
    }

    /** A prefix that makes keys and names of each start unique. */
    String unique() {
      return name + "." + start;
    }
  }

  private static Runnable loop(String role, Actor actor) {
    return switch (role) {
      case "workers" -> new WorkerLoop(actor);
      case "runtime" -> new RuntimeLoop(actor);
      case "clients" -> new ClientLoop(actor);
      case "reader" -> new FeedLoop(actor, lastCursor(actor.settings()));
      default -> throw new IllegalArgumentException(role);
    };
  }

  /** The cursor of the last complete page in the logs of earlier starts. */
  private static String lastCursor(ActorSettings settings) {
    var last = new AtomicReference<String>();
    for (int start = settings.start() - 1; start > 0 && last.get() == null; start--) {
      var file = settings.folder().resolve(settings.name() + "." + start + LogFile.SUFFIX);
      if (Files.exists(file)) {
        LogFile.read(
            file,
            line -> {
              if (line.kind() == LogLine.Kind.PAGE) {
                last.set(line.text());
              }
            });
      }
    }
    return last.get();
  }

  /** Running requests get their answers; no new ones are sent. */
  private static void end(List<Thread> threads) {
    going = false;
    try {
      for (var thread : threads) {
        thread.join(END_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
