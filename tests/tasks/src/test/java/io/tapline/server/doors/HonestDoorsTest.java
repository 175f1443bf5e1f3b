package io.tapline.server.doors;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.JobName;
import io.tapline.api.Refusal;
import io.tapline.api.Role;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.model.Caller;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.engine.testing.Await;
import io.tapline.engine.testing.BackgroundTask;
import io.tapline.grpc.v1.Assignment;
import io.tapline.grpc.v1.Demand;
import io.tapline.grpc.v1.DispatchGrpc;
import io.tapline.grpc.v1.RegisterRequest;
import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** At every door: as many claims at once as there are subjects, and each gets one. */
@TaplineServer(grpc = true, checked = true)
class HonestDoorsTest {

  private static final int CLAIMERS = 16;
  private static final int FEW = 2;
  private static final int MANY = 200;
  private static final String TASKS = "/v1/joblib/";

  private static TestTapline tapline;
  private static TenantApi lab;
  private static Caller admin;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
    admin = new Caller(tapline.tenantId("acme"), "test", Set.of(Role.ADMIN));
    tapline.engine().listen(new Listener());
  }

  /** One door: work is brought, and each claimer asks once, all at the same time. */
  private interface AllAtOnce {
    List<String> claim() throws Exception;
  }

  private interface Bringer {
    List<String> bring();
  }

  private static void rounds(int count, Bringer bringer, AllAtOnce door) throws Exception {
    for (int round = 0; round < count; round++) {
      var subjects = bringer.bring();
      // The first time nobody has luck: all of it is another's, who steps back once it was met.
      var claimed = round == 0 ? afterALostRace(subjects, door) : door.claim();
      assertThat(claimed).as("round %d", round).containsExactlyInAnyOrderElementsOf(subjects);
      // Room for the next round.
      tapline
          .engine()
          .executeAll(
              admin,
              subjects.stream()
                  .map(
                      subject ->
                          new Cancel(
                              RequestMeta.key(TenantApi.unique("key")),
                              subject,
                              StatePrecondition.NOTHING,
                              false,
                              "done"))
                  .toList());
    }
  }

  /** And meanwhile nobody was told that there is no work, by the door or behind it. */
  private static List<String> afterALostRace(List<String> subjects, AllAtOnce door)
      throws Exception {
    var queue = queueOf(subjects.get(0));
    FALSELY_EMPTY.clear();
    try (var holder = tapline.scratch().connect()) {
      holder.setAutoCommit(false);
      lock(holder, subjects);
      long before = misses(queue);
      var claimed =
          BackgroundTask.get(
              () -> {
                try {
                  return door.claim();
                } catch (Exception e) {
                  throw new CompletionException(e);
                }
              });
      Await.until("the race is lost", () -> claimed.isDone() || misses(queue) >= before + 3);
      assertThat(FALSELY_EMPTY).as("claims that were told there is no work").isEmpty();
      assertThat(claimed).isNotDone();
      holder.rollback();
      var all = claimed.get();
      assertThat(FALSELY_EMPTY).as("claims that were told there is no work").isEmpty();
      return all;
    }
  }

  private static String queueOf(String subject) {
    return tapline
        .engine()
        .reads()
        .subjects()
        .one(admin.tenantId(), subject, null)
        .execution()
        .nextQueueKey();
  }

  private static long misses(String queue) {
    return tapline.engine().stats().claimConflicts(admin.tenantId(), queue);
  }

  private static void lock(Connection holder, List<String> subjects) throws SQLException {
    try (var statement =
        holder.prepareStatement(
            "select 1 from tapline.instance_subject where tenant_id = ? and euid = any(?)"
                + " for no key update")) {
      statement.setLong(1, admin.tenantId());
      statement.setArray(2, holder.createArrayOf("text", subjects.toArray()));
      statement.execute();
    }
  }

  /** Claims of the tenant that were answered with "no work". */
  private static final Queue<Claim> FALSELY_EMPTY = new ConcurrentLinkedQueue<>();

  private static final class Listener implements ActionListener {
    @Override
    public void claimed(
        Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
      if (caller.tenantId() == admin.tenantId()
          && answer != null
          && answer.status().equals(ClaimAnswer.NO_WORK)) {
        FALSELY_EMPTY.add(command);
      }
    }
  }

  private static List<String> enqueued(String queue) {
    var commands =
        IntStream.range(0, CLAIMERS)
            .mapToObj(i -> Enqueue.task(TenantApi.unique("key"), queue, Json.object()))
            .toList();
    return tapline.engine().executeAll(admin, commands).stream()
        .map(outcome -> outcome.orThrow().subjectEuid())
        .toList();
  }

  private static List<HttpReply> together(String path, List<? extends Map<String, ?>> bodies) {
    return bodies.stream()
        .map(body -> Json.print(body).getBytes(StandardCharsets.UTF_8))
        .map(body -> lab.service.sendAsync("POST", path, body))
        .toList()
        .stream()
        .map(CompletableFuture::join)
        .toList();
  }

  private static void overHttp(int rounds, boolean anyQueue) throws Exception {
    var queue = lab.queue();
    var workers = IntStream.range(0, CLAIMERS).mapToObj(i -> lab.worker()).toList();
    rounds(
        rounds,
        () -> enqueued(queue),
        () -> {
          var bodies = workers.stream().map(w -> TenantApi.body("worker_euid", w)).toList();
          if (!anyQueue) {
            bodies.forEach(body -> body.put("queue_key", queue));
          }
          return together("actions/claim", bodies).stream()
              .flatMap(reply -> reply.ok().path("claims").valueStream())
              .map(claim -> claim.path("subject_euid").asString())
              .toList();
        });
  }

  private static void overTasks(int rounds) throws Exception {
    var job = new JobName(TenantApi.unique("room"), "analysis", "RDF");
    var body = Map.of("category", job.category(), "name", job.name(), "schema", Map.of());
    var workers =
        IntStream.range(0, CLAIMERS)
            .mapToObj(i -> put(TASKS + "rooms/" + job.roomId() + "/jobs", body))
            .map(reply -> reply.json().path("worker_id").asString())
            .toList();
    var tasks = TASKS + "rooms/" + job.roomId() + "/tasks/" + job.fullName().replace(":", "%3A");
    rounds(
        rounds,
        () ->
            together(
                    tasks,
                    IntStream.range(0, CLAIMERS)
                        .mapToObj(i -> Map.of("payload", Map.of()))
                        .toList())
                .stream()
                .map(reply -> reply.json().path("euid").asString())
                .toList(),
        () ->
            together(
                    TASKS + "tasks/claim",
                    workers.stream().map(w -> Map.of("worker_id", w)).toList())
                .stream()
                .map(reply -> reply.ok().path("task").path("euid").asString("none"))
                .toList());
  }

  private static HttpReply put(String path, Object body) {
    return lab.service.send("PUT", path, Json.print(body).getBytes(StandardCharsets.UTF_8));
  }

  private static void overJobs(int rounds) throws Exception {
    var kind = new GoodJobs(lab).kind();
    rounds(
        rounds,
        () ->
            IntStream.range(0, CLAIMERS)
                .mapToObj(i -> new GoodJobs(lab).enqueue(kind).path("job_id").asString())
                .toList(),
        () -> {
          var bodies = new ArrayList<Map<String, Object>>();
          for (int i = 0; i < CLAIMERS; i++) {
            bodies.add(GoodJobs.claiming(kind));
            bodies.get(i).put("lease_holder", "holder-" + i);
          }
          return together(GoodJobs.JOBS + "claim", bodies).stream()
              .flatMap(reply -> reply.ok().path("jobs").valueStream())
              .map(job -> job.path("job_id").asString())
              .toList();
        });
  }

  private static void overStreams(int rounds) throws Exception {
    var queue = lab.queue();
    var headers = new Metadata();
    headers.put(
        Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer acme-service");
    var channel =
        NettyChannelBuilder.forAddress("127.0.0.1", tapline.server().grpcPort())
            .usePlaintext()
            .intercept(MetadataUtils.newAttachHeadersInterceptor(headers))
            .build();
    try {
      var arrived = new LinkedBlockingQueue<String>();
      var streams = new ArrayList<StreamObserver<Demand>>();
      var demands = new ArrayList<Demand>();
      for (int i = 0; i < CLAIMERS; i++) {
        var register = RegisterRequest.newBuilder().setWorkerKey(TenantApi.unique("streamed"));
        register.setMaxConcurrentLeases(100);
        var worker = DispatchGrpc.newBlockingStub(channel).register(register.build());
        streams.add(DispatchGrpc.newStub(channel).work(new Arrivals(arrived)));
        demands.add(
            Demand.newBuilder()
                .setWorkerEuid(worker.getWorkerEuid())
                .setQueueKey(queue)
                .setSlots(1)
                .build());
      }
      rounds(
          rounds,
          () -> enqueued(queue),
          () -> {
            for (int i = 0; i < CLAIMERS; i++) {
              streams.get(i).onNext(demands.get(i));
            }
            var all = new ArrayList<String>();
            for (int i = 0; i < CLAIMERS; i++) {
              all.add(String.valueOf(arrived.poll(60, TimeUnit.SECONDS)));
            }
            return all;
          });
    } finally {
      channel.shutdownNow();
    }
  }

  private record Arrivals(LinkedBlockingQueue<String> arrived)
      implements StreamObserver<Assignment> {
    @Override
    public void onNext(Assignment assignment) {
      arrived.add(assignment.getSubjectEuid());
    }

    @Override
    public void onError(Throwable thrown) {
      // The channel is closed at the end.
    }

    @Override
    public void onCompleted() {
      // Likewise.
    }
  }

  @Test
  void as_many_claims_as_subjects_all_get_one_over_http() throws Exception {
    overHttp(FEW, false);
  }

  @Test
  void as_many_claims_as_subjects_all_get_one_over_http_without_a_queue() throws Exception {
    overHttp(FEW, true);
  }

  @Test
  void as_many_claims_as_tasks_all_get_one() throws Exception {
    overTasks(FEW);
  }

  @Test
  void as_many_claims_as_jobs_all_get_one() throws Exception {
    overJobs(FEW);
  }

  @Test
  void as_many_slots_as_subjects_are_all_filled() throws Exception {
    overStreams(FEW);
  }

  @Test
  @Tag("soak")
  void at_every_door_two_hundred_times() throws Exception {
    overHttp(MANY, false);
    overHttp(MANY, true);
    overTasks(MANY);
    overJobs(MANY);
    overStreams(MANY);
  }
}
