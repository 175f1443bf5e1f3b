package io.tapline.packs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Claim;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.packs.wetlab.WetLabLinks;
import io.tapline.packs.wetlab.WetLabTemplates;
import io.tapline.tapdb.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Many specimens through the whole chain, by sixteen workers that now and then die with a claim in
 * their hands or ask twice. Sixty in the suite; {@code -Dtapline.specimens=1000} for the rest.
 */
@Tag("soak")
class ManySpecimensTest {

  private static final int SPECIMENS = Integer.getInteger("tapline.specimens", 60);
  private static final int WORKERS = 16;
  private static final long SEED = 20_260_105;

  /** Percentage of claims whose worker never reports. */
  private static final int DEATHS = 3;

  /** Percentage of requests that are sent twice. */
  private static final int REPEATS = 5;

  private static final List<String> QUEUES =
      List.of(
          "extraction_prod",
          "post_extract_qc",
          "ilmn_lib_prep",
          "ont_lib_prep",
          "ilmn_lib_qc",
          "ont_lib_qc",
          "ilmn_seq_pool",
          "ont_seq_pool",
          "ilmn_start_seq_run",
          "ont_start_seq_run");

  @Test
  void all_arrive_and_every_invariant_holds() throws Exception {
    try (var test = PackFixture.engine(WORKERS + 2)) {
      var bench = new PackFixture(test);
      var specimens = specimens(bench);
      // Those whose worker died come back when their leases lapse.
      for (int round = 0; round < 30 && left(bench) > 0; round++) {
        workOff(bench, round);
        test.advance(Duration.ofHours(2));
      }
      for (var specimen : specimens) {
        assertThat(bench.state(specimen)).isEqualTo(ExecutionState.COMPLETED);
        assertThat(bench.evidence.children(specimen, WetLabLinks.EXTRACTED_INTO)).hasSize(1);
      }
      assertThat(left(bench)).isZero();
      assertThat(subjects(bench, WetLabTemplates.LIBRARY, "COMPLETED")).isEqualTo(SPECIMENS);
      assertThat(bench.lab.engine().sweep(bench.lab.tenantId())).isZero();
      assertThat(new InvariantChecker(bench.lab.engine()).check(bench.lab.tenantId())).isEmpty();
    }
  }

  private static List<String> specimens(PackFixture bench) {
    var commands =
        IntStream.range(0, SPECIMENS)
            .mapToObj(
                i ->
                    EnqueueBuilder.builder()
                        .meta(RequestMeta.key(InspectedTenant.key()))
                        .templateCode(WetLabTemplates.SPECIMEN)
                        .subjectName("S-" + i)
                        .queueKey("extraction_prod")
                        .nextActionKey("create_extraction")
                        .build())
            .toList();
    return bench.lab.engine().executeAll(bench.lab.operator, commands).stream()
        .map(outcome -> outcome.orThrow().subjectEuid())
        .toList();
  }

  /** Subjects with unfinished work; tubes and plates stay PENDING. */
  private static long left(PackFixture bench) {
    return bench.lab.count(
        "instance_subject where tenant_id = ? and exec_state not in ('COMPLETED', 'PENDING')",
        bench.lab.tenantId());
  }

  private static long subjects(PackFixture bench, String template, String state) {
    return bench.lab.count(
        "instance_subject s join tapline.generic_template t on t.tenant_id = s.tenant_id"
            + " and t.uid = s.template_uid where s.tenant_id = ? and t.template_code = ?"
            + " and s.exec_state = ?",
        bench.lab.tenantId(),
        template,
        state);
  }

  private static void workOff(PackFixture bench, int round) throws Exception {
    var threads = Executors.newFixedThreadPool(WORKERS);
    try {
      var done = new ArrayList<Future<?>>();
      for (int i = 0; i < WORKERS; i++) {
        var random = new Random(SEED + 1_000L * round + i);
        var key = "w-" + round + "-" + i;
        done.add(threads.submit(() -> new Hand(bench, key, random).work()));
      }
      for (var one : done) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  /** One worker that takes what there is until nothing is left. */
  private static final class Hand {

    private final PackFixture bench;
    private final Random random;
    private final String worker;

    Hand(PackFixture bench, String key, Random random) {
      this.bench = bench;
      this.random = random;
      this.worker = bench.lab.worker(key, 10_000, PackFixture.SKILLS);
    }

    void work() {
      for (boolean found = true; found; ) {
        found = false;
        for (var queue : QUEUES) {
          int most = queue.endsWith("_seq_pool") ? 8 : 1;
          var claim = Claim.batch(InspectedTenant.key(), worker, queue, most, random.nextBoolean());
          var claims = bench.lab.engine().claim(bench.lab.service, claim).claims();
          found |= !claims.isEmpty();
          if (!claims.isEmpty() && random.nextInt(100) >= DEATHS) {
            perform(queue, claims);
          }
        }
      }
    }

    private void perform(String queue, List<ClaimAnswer.Item> claims) {
      var first = claims.get(0);
      var command =
          PerformAction.of(
              InspectedTenant.key(),
              action(queue),
              first.subjectEuid(),
              worker,
              first.leaseEuid(),
              fields(queue, claims));
      var answer = bench.lab.engine().execute(bench.lab.service, command);
      if (random.nextInt(100) < REPEATS) {
        var again = bench.lab.engine().execute(bench.lab.service, command);
        assertThat(again.replayed()).isTrue();
        assertThat(again.document()).isEqualTo(answer.document());
      }
    }

    private static String action(String queue) {
      return io.tapline.packs.wetlab.WetLabPack.actionOf(queue);
    }

    private JsonNode fields(String queue, List<ClaimAnswer.Item> claims) {
      var platform = queue.split("_")[0].toUpperCase(Locale.ROOT);
      return switch (action(queue)) {
        case "create_extraction" ->
            PackFixture.fields("{'well_name':'A1','extraction_type':'gdna'}");
        case "record_post_extract_qc" ->
            PackFixture.fields("{'passed':true}")
                .put("next_queue", random.nextBoolean() ? "ilmn_lib_prep" : "ont_lib_prep");
        case "record_library_qc" -> PackFixture.fields("{'passed':true}");
        case "create_pool" ->
            Json.object()
                .put("platform", platform)
                .set(
                    "member_euids",
                    Json.tree(claims.stream().map(ClaimAnswer.Item::subjectEuid).toList()));
        case "create_run" -> Json.object().put("platform", platform).put("flowcell_id", "FC");
        default -> Json.object().put("platform", platform);
      };
    }
  }
}
