package io.tapline.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.contender.CompletionListener;
import io.tapline.bench.contender.Contender;
import io.tapline.bench.contender.TaplineContender;
import io.tapline.bench.contender.TaplineWorkerContender;
import io.tapline.bench.figures.Figure;
import io.tapline.bench.figures.FigureSizesBuilder;
import io.tapline.bench.figures.HandlerStart;
import io.tapline.bench.host.ServeProcess;
import io.tapline.bench.latency.LatencyRun;
import io.tapline.bench.scale.BacklogFiller;
import io.tapline.bench.scale.ReadMeasurement;
import io.tapline.bench.scale.ReadTime;
import io.tapline.bench.scale.ScaleDatabase;
import io.tapline.tapdb.Json;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * All that is measured over HTTP and gRPC, on one server, since starting it takes longer than the
 * rest; each uses tenants of its own.
 */
@Tag("soak")
class ServedRunsTest {

  private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());
  private static final int SOON_MINUTES = 5;

  private static ScaleDatabase scaleDatabase;
  private static ServeProcess server;

  @BeforeAll
  static void serve() {
    scaleDatabase = ScaleDatabase.open(TestBench.server(), "served", 2);
    var tokens =
        String.join(
            ";",
            LatencyRun.tokens(),
            new TaplineContender.OverHttp(1, 1).tokens(),
            new TaplineWorkerContender.Terms(1).tokens(),
            HandlerStart.tokens(),
            ReadMeasurement.token());
    server = ServeProcess.start(scaleDatabase.database(), tokens);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
    scaleDatabase.close();
  }

  @Test
  void every_job_is_picked_up_and_the_report_says_how_the_worker_waited() {
    var latencyRun = new LatencyRun(3, 1, 40, 3, 1, "./tapline bench latency");
    var report =
        latencyRun.served(
            TestBench.server(), server, latencyRun.inProcess(TestBench.server(), NOWHERE), NOWHERE);

    assertThat(report.ways()).hasSize(3);
    assertThat(report.ways())
        .allSatisfy(way -> assertThat(way.nanos().getTotalCount()).isEqualTo(3));
    assertThat(report.table())
        .contains("in process, polling every 1 ms")
        .contains("over HTTP, woken by the server")
        .contains("over gRPC, sent by the server")
        .contains("3 wait for this queue, in vain");
    assertThat(report.chart()).startsWith("<svg").contains("median");
    var figures = Json.tree(report.figures());
    assertThat(figures.path("millis")).hasSize(3);
    assertThat(figures.at("/wake_ups/crowd_here/median").doubleValue()).isPositive();
  }

  @Test
  void workers_on_connections_of_their_own_get_all_jobs_done_one_at_a_time() throws Exception {
    var terms = new TaplineContender.OverHttp(3, 1);
    terms.warmUp(server.address(), 5);
    try (var contender = terms.on(server.address(), () -> {})) {
      requireAllDone(contender, terms);
    }
  }

  @Test
  void the_worker_runtime_gets_all_jobs_done() throws Exception {
    var terms = new TaplineWorkerContender.Terms(3);
    terms.warmUp(server.address(), 5);
    try (var contender = terms.on(server.address(), () -> {})) {
      requireAllDone(contender, terms);
    }
  }

  /** The jobs of the warm-up belong to another tenant and are not counted. */
  private static void requireAllDone(Contender contender, Contender.Entry terms) throws Exception {
    int jobs = 20;
    var done = new Done(jobs);
    contender.enqueue(0, jobs);
    contender.start(done);

    assertThat(done.all.await(SOON_MINUTES, TimeUnit.MINUTES)).isTrue();
    assertThat(done.numbers)
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, jobs).boxed().toList());
    assertThat(done.failures).isEmpty();
    assertThat(scaleDatabase.database().count(terms.countDone(jobs))).isEqualTo(jobs);
  }

  @Test
  void the_start_of_each_handler_is_timed_in_each_round() {
    var sizes =
        FigureSizesBuilder.builder()
            .rounds(2)
            .handlerSeconds(1)
            .warmUpSeconds(1)
            .connections(2)
            .serve(List.of())
            .build();
    var millis = new ArrayList<Double>();

    HandlerStart.run(
        server.address(),
        sizes,
        (figure, value) -> {
          assertThat(figure).isEqualTo(Figure.HANDLER_START);
          millis.add(value);
        });

    assertThat(millis).hasSize(2).allMatch(one -> one > 0);
  }

  private static final class Done implements CompletionListener {

    private final CountDownLatch all;
    private final Set<Integer> numbers = ConcurrentHashMap.newKeySet();
    private final Set<Throwable> failures = ConcurrentHashMap.newKeySet();

    Done(int jobs) {
      all = new CountDownLatch(jobs);
    }

    @Override
    public void done(int job, long nanos) {
      numbers.add(job);
      all.countDown();
    }

    @Override
    public void failed(Throwable cause) {
      failures.add(cause);
    }
  }

  @Test
  void every_read_and_every_screen_is_timed() {
    int ready = 20;
    BacklogFiller.named(scaleDatabase.site(), NOWHERE).ready(ready);

    var times = new ArrayList<ReadTime>();
    new ReadMeasurement(scaleDatabase, ready, 1).times(server.address(), times::add);

    assertThat(times).hasSizeGreaterThan(30).allMatch(time -> time.all().p50() > 0);
    assertThat(times).anyMatch(ReadTime::screen);
    assertThat(times)
        .extracting(ReadTime::read)
        .contains(
            "queue summaries",
            "screen: all work, held",
            "screen: search by a part of a name",
            "screen: activity of one person",
            "screen: workflow of 300 jobs");
  }
}
