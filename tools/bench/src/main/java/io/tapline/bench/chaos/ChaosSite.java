package io.tapline.bench.chaos;

import io.tapline.bench.chaos.actor.ActorMain;
import io.tapline.bench.chaos.actor.WorkSetup;
import io.tapline.bench.chaos.host.ChildProcess;
import io.tapline.bench.chaos.host.DiskSpace;
import io.tapline.bench.chaos.host.LinkProxy;
import io.tapline.bench.chaos.host.PostgresNode;
import io.tapline.bench.chaos.host.PostgresPair;
import io.tapline.bench.chaos.host.RequestProxy;
import io.tapline.bench.host.ChildProcesses;
import io.tapline.bench.host.ServeProcess;
import io.tapline.bench.host.UncheckedCalls;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * All processes of a run: PostgreSQL and its standby, servers, clients, and the proxies between
 * them.
 */
final class ChaosSite implements AutoCloseable {

  private static final List<String> NODES = List.of("a", "b");
  private static final int READY_SECONDS = 300;
  private static final int POLL_MILLIS = 200;

  final Path folder;
  private final ChaosOptions options;
  final DiskSpace disks;
  final PostgresPair postgres;
  final List<LinkProxy> links = new ArrayList<>();
  final List<RequestProxy> requestProxies = new ArrayList<>();
  final List<ChildProcess> servers = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();
  final List<ChildProcess> workers = new ArrayList<>();
  final ChildProcess clients;
  final ChildProcess reader;
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  ChaosSite(Path folder, ChaosOptions options) {
    this.folder = folder;
    this.options = options;
    disks = DiskSpace.open(folder, NODES);
    postgres = new PostgresPair(disks, NODES, folder, options.standby());
    for (int i = 1; i <= options.servers(); i++) {
      addServer(i);
    }
    for (int i = 1; i <= options.workerProcesses(); i++) {
      workers.add(actor("workers-" + i, "workers", options.workersEach()));
    }
    if (options.runtimeWorkers() > 0) {
      workers.add(actor("runtime", "runtime", options.runtimeWorkers()));
    }
    clients = actor("clients", "clients", options.clients());
    reader = actor("reader", "reader", 1);
  }

  private void addServer(int number) {
    var link = new LinkProxy(() -> postgres.primary().port());
    int port = ChildProcesses.freePort();
    links.add(link);
    ports.add(port);
    requestProxies.add(new RequestProxy(port, options.seed() + number));
    var environment =
        Map.of(
            "TAPLINE_DATABASE_URL",
            "jdbc:postgresql://127.0.0.1:" + link.port() + "/" + PostgresNode.DATABASE,
            "TAPLINE_DATABASE_USER",
            PostgresNode.USER,
            "TAPLINE_DATABASE_PASSWORD",
            PostgresNode.PASSWORD,
            "TAPLINE_TOKENS",
            ServeProcess.token(WorkSetup.TOKEN, WorkSetup.TENANT),
            "TAPLINE_LOG_ACTIONS",
            "warn");
    servers.add(
        new ChildProcess(
            "server-" + number,
            java(
                "-Dlogging.config=" + ServeProcess.logging(),
                ServeProcess.MAIN,
                "--test-clock",
                "--port",
                Integer.toString(port)),
            environment,
            folder.resolve("server-" + number + ".log")));
  }

  private ChildProcess actor(String name, String role, int loops) {
    var environment =
        Map.of(
            "CHAOS_NAME",
            name,
            "CHAOS_ADDRESSES",
            requestProxies.stream().map(RequestProxy::address).collect(Collectors.joining(",")),
            "CHAOS_TOKEN",
            WorkSetup.TOKEN,
            "CHAOS_FOLDER",
            folder.toString(),
            "CHAOS_SEED",
            Long.toString(options.seed()));
    return new ChildProcess(
        name,
        java(ActorMain.class.getName(), role, Integer.toString(loops)),
        environment,
        folder.resolve(name + ".log"));
  }

  private static List<String> java(String... words) {
    var command =
        new ArrayList<>(
            List.of(
                ChildProcesses.java(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path")));
    command.addAll(List.of(words));
    return command;
  }

  /** Returns when all processes work. */
  void start() {
    postgres.start();
    // The first server migrates the database; then the others start at the same time.
    servers.get(0).start();
    awaitReady(0);
    servers.forEach(ChildProcess::start);
    for (int i = 0; i < servers.size(); i++) {
      awaitReady(i);
    }
    new QueueSetup(address(0)).create();
    workers.forEach(ChildProcess::start);
    clients.start();
    reader.start();
  }

  /** The address without the proxy, for the run itself. */
  String address(int server) {
    return "http://127.0.0.1:" + ports.get(server);
  }

  boolean ready(int server) {
    try {
      var request =
          HttpRequest.newBuilder(URI.create(address(server) + "/health/ready"))
              .timeout(Duration.ofSeconds(5))
              .build();
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  void awaitReady(int server) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
    while (!ready(server)) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            servers.get(server).name() + " does not get ready, see its log in " + folder);
      }
      servers.get(server).revive();
      UncheckedCalls.sleep(POLL_MILLIS);
    }
  }

  /** Restarts processes that ended without a fault, such as a server that found no database. */
  int revive() {
    int revived = 0;
    for (var process : processes()) {
      revived += process.revive() ? 1 : 0;
    }
    return revived;
  }

  private List<ChildProcess> processes() {
    var all = new ArrayList<>(servers);
    all.addAll(workers);
    all.add(clients);
    all.add(reader);
    return all;
  }

  @Override
  public void close() {
    processes().forEach(ChildProcess::close);
    requestProxies.forEach(RequestProxy::close);
    links.forEach(LinkProxy::close);
    postgres.close();
    disks.close();
  }
}
