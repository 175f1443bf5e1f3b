package io.tapline.cli;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.WorkerType;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.cli.base.CommandEnvironment;
import io.tapline.client.TaplineClient;
import io.tapline.client.api.ItemResult;
import io.tapline.client.http.WireJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Runs a server with its own database, processes some jobs over HTTP and requests the usual lists,
 * so that the JVM records the classes that a server loads and, from JDK 25 on, its hot methods.
 * {@code ./tapline} stores the record, and later servers start from it.
 */
final class ServerTraining {

  private static final Pattern ADDRESS = Pattern.compile(" *address +(http://\\S+).*");
  private static final String QUEUE = "training";
  private static final String TASK = "data/execution/task/1.0";

  /** The numbers are large enough for the methods of a request to count as hot. */
  private static final int WORKERS = 8;

  private static final int ROUNDS = 6;
  private static final int JOBS = 500;

  private static final List<List<String>> READS =
      List.of(
          List.of("queues"),
          List.of("queue", "show", QUEUE),
          List.of("items", QUEUE),
          List.of("workers"),
          List.of("leases"),
          List.of("holds"),
          List.of("dead-letter"),
          List.of("events"),
          List.of("doctor"));

  private final CommandEnvironment here;
  private final TaplineClient client;

  private ServerTraining(CommandEnvironment here, TaplineClient client) {
    this.here = here;
    this.client = client;
  }

  /**
   * @param arguments an empty folder for the data of the server; the caller removes it
   */
  public static void main(String[] arguments) {
    int status = 1;
    try {
      train(Path.of(arguments[0]));
      status = 0;
    } catch (Exception e) {
      e.printStackTrace();
    }
    // The server stops in order, and then the JVM writes its record. Without this call the threads
    // of the server would keep the JVM alive.
    System.exit(status);
  }

  private static void train(Path folder) throws Exception {
    var token = UUID.randomUUID().toString();
    var address = serve(folder, token);
    var variables = Map.of("TAPLINE_URL", address, "TAPLINE_TOKEN", token);
    try (var client = TaplineClient.builder().url(address).token(token).build()) {
      new ServerTraining(surroundings(variables, nowhere()), client).run();
    }
  }

  /** Starts the server in the same way as its command. @return its address, once it is ready */
  private static String serve(Path folder, String token) throws IOException {
    var screen = new PipedInputStream(1 << 16);
    var out = new PrintStream(new PipedOutputStream(screen), true, StandardCharsets.UTF_8);
    var here = surroundings(Map.of("TAPLINE_TOKENS", "training:" + token + "=training/admin"), out);
    var serving =
        new Thread(
            () -> {
              Tapline.run(here, CommandTable.SERVE, "--port", "0", "--data", folder.toString());
              out.close();
            },
            "training-serve");
    serving.setDaemon(true);
    serving.start();
    var lines = new BufferedReader(new InputStreamReader(screen, StandardCharsets.UTF_8));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      var match = ADDRESS.matcher(line);
      if (match.matches()) {
        return match.group(1);
      }
    }
    throw new IOException("the server did not start");
  }

  private static PrintStream nowhere() {
    return new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
  }

  private static CommandEnvironment surroundings(Map<String, String> variables, PrintStream out) {
    return new CommandEnvironment(
        variables,
        Path.of("").toAbsolutePath(),
        InputStream.nullInputStream(),
        out,
        nowhere(),
        CommandEnvironment.Terminals.NONE);
  }

  private void run() throws Exception {
    client
        .queues()
        .create(
            new CreateQueue(
                null, QUEUE, QueueFields.builder().subjectTemplateCodes(List.of(TASK)).build()));
    var threads = Executors.newFixedThreadPool(WORKERS);
    for (int round = 0; round < ROUNDS; round++) {
      client
          .subjects()
          .enqueue(IntStream.range(0, JOBS).mapToObj(ServerTraining::job).toList())
          .forEach(ItemResult::orThrow);
      var workers = new ArrayList<Future<?>>();
      for (int i = 0; i < WORKERS; i++) {
        workers.add(threads.submit(this::workOff));
      }
      for (var worker : workers) {
        worker.get();
      }
    }
    threads.shutdown();
    for (var read : READS) {
      Tapline.run(here, read.toArray(String[]::new));
    }
  }

  private static Enqueue job(int number) {
    return EnqueueBuilder.builder()
        .templateCode(Enqueue.TASK)
        .queueKey(QUEUE)
        .properties(WireJson.tree(Map.of("n", number)))
        .build();
  }

  private void workOff() {
    var key = UUID.randomUUID().toString();
    var worker =
        client
            .workers()
            .register(
                RegisterWorkerBuilder.builder()
                    .workerKey(key)
                    .workerType(WorkerType.SERVICE)
                    .build())
            .workerEuid();
    var claims =
        client
            .leases()
            .claim(ClaimBuilder.builder().workerEuid(worker).queueKey(QUEUE).start(true).build())
            .claims();
    while (!claims.isEmpty()) {
      claims = completeAndClaim(worker, claims.get(0));
    }
  }

  private List<ClaimAnswer.Item> completeAndClaim(String worker, ClaimAnswer.Item claim) {
    var done = Complete.of(null, claim.subjectEuid(), worker, claim.leaseEuid());
    var next = ClaimBuilder.builder().queueKey(QUEUE).start(true).build();
    return client.leases().complete(done, next).claimed().claims();
  }
}
