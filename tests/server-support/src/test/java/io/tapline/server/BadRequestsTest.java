package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.BadRequests;
import io.tapline.server.testing.GoodRequests;
import io.tapline.server.testing.RawHttp;
import io.tapline.server.testing.TableDigest;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Thousands of bad requests, made from the OpenAPI document: each is refused, none does anything.
 */
@TaplineServer
class BadRequestsTest {

  private static final long SEED = 20_260_105;
  private static final int THREADS = 4;

  /** One of so many is sent; a soak sends each. */
  private static final int ONE_OF = Integer.getInteger("tapline.bad.oneOf", 3);

  private static TestTapline tapline;
  private static TenantApi lab;

  int leastBad() {
    return 5_000;
  }

  int leastCompared() {
    return 31;
  }

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  @Test
  void every_bad_request_is_a_problem_and_the_database_is_unchanged() throws InterruptedException {
    everyoneHasBeenHere();
    var document = tapline.document();
    var bad = some(BadRequests.of(document, new GoodRequests(lab), SEED));
    assertThat(bad).hasSizeGreaterThan(leastBad());
    var codes =
        document
            .at("/components/schemas/Problem/properties/code/enum")
            .valueStream()
            .map(JsonNode::asString)
            .collect(Collectors.toSet());
    var before = TableDigest.of(tapline.scratch());

    var faults = sendAll(bad, codes);

    assertThat(faults).as(faults.size() + " of " + bad.size()).isEmpty();
    assertThat(TableDigest.of(tapline.scratch())).isEqualTo(before);
  }

  /** Those of one operation stand together, so each operation gets its share. */
  private static List<BadRequests.Bad> some(List<BadRequests.Bad> all) {
    return IntStream.range(0, all.size()).filter(i -> i % ONE_OF == 0).mapToObj(all::get).toList();
  }

  @Test
  void a_good_request_is_good_before_it_is_spoilt() {
    var good = new GoodRequests(lab);
    for (var path : tapline.document().path("paths").properties()) {
      // A callback is good by its signature alone: CallbackTest.
      if (path.getValue().properties().stream().anyMatch(o -> o.getValue().has("requestBody"))
          && !path.getKey().startsWith("/api/v1/external/callbacks/")) {
        var asked = good.at(path.getKey());
        var body = Json.print(asked.body()).getBytes(StandardCharsets.UTF_8);
        assertThat(tapline.as(asked.token()).send(asked.method(), asked.target(), body).status())
            .as(asked.toString())
            .isBetween(200, 299);
      }
    }
  }

  /** The rooms' own API ignores what it does not know; a callback is good by its signature. */
  private static final Set<String> ELSEWHERE =
      Set.of("/v1/joblib/", "/login", "/api/v1/external/callbacks/", "/api/v1/testing/");

  @Test
  void an_expectation_is_compared_or_refused_wherever_it_is_sent() {
    var good = new GoodRequests(lab);
    int compared = 0;
    for (var endpoint : tapline.endpoints()) {
      if (!endpoint.method().name().equals("POST")
          || endpoint.body() == null
          || ELSEWHERE.stream().anyMatch(endpoint.path()::startsWith)) {
        continue;
      }
      var asked = good.at(endpoint.path());
      var body = new HashMap<>(asked.body());
      body.put("expected_revision", 999_999);
      var bytes = Json.print(body).getBytes(StandardCharsets.UTF_8);
      var reply = tapline.as(asked.token()).send(asked.method(), asked.target(), bytes);
      var problem = reply.json();
      boolean described =
          endpoint.body().stream().anyMatch(field -> field.name().equals("expected_revision"));
      if (described && reply.status() == 409) {
        compared++;
        assertThat(problem.path("code").asString()).as(asked.toString()).isIn("REVISION_CONFLICT");
      } else {
        // Not there, or there for requests that name one subject, which this one does not.
        assertThat(reply.status()).as(asked + " " + problem).isEqualTo(422);
        assertThat(problem.path("field").asString()).isEqualTo("expected_revision");
      }
    }
    assertThat(compared).isGreaterThanOrEqualTo(leastCompared());
  }

  /** A principal's first action leaves an object that stands for it. */
  private static void everyoneHasBeenHere() {
    var queue = lab.queue();
    lab.enqueue(queue);
    lab.claimOne(lab.worker(), queue);
    if (lab.serves("/v1/joblib/")) {
      // The first look at a tenant's jobs registers those of the server's own.
      lab.service.get("/v1/joblib/rooms/lab/jobs").ok();
    }
  }

  private static Queue<String> sendAll(List<BadRequests.Bad> bad, Set<String> codes)
      throws InterruptedException {
    var faults = new ConcurrentLinkedQueue<String>();
    var pool = Executors.newFixedThreadPool(THREADS);
    for (var request : bad) {
      pool.execute(
          () -> {
            var fault = fault(request, codes);
            if (fault != null) {
              faults.add(request.what() + " -> " + fault);
            }
          });
    }
    pool.shutdown();
    assertThat(pool.awaitTermination(10, TimeUnit.MINUTES)).isTrue();
    return faults;
  }

  private static String fault(BadRequests.Bad request, Set<String> codes) {
    try {
      var answer = RawHttp.send(tapline.server().port(), request.bytes().get());
      if (answer.status() == 200 && request.what().startsWith("batch ")) {
        return itemsFault(answer.json().path("items"), codes);
      }
      if (answer.status() < 400 || answer.status() >= 500) {
        return answer.status() + " " + new String(answer.body(), StandardCharsets.UTF_8);
      }
      if (!String.valueOf(answer.headers().get("content-type"))
          .startsWith("application/problem+json")) {
        return answer.status() + " " + answer.headers();
      }
      var problem = answer.json();
      return problem.path("status").asInt() == answer.status()
              && codes.contains(problem.path("code").asString())
              && problem.path("detail").isString()
          ? null
          : problem.toString();
    } catch (IOException | RuntimeException e) {
      return e.toString();
    }
  }

  private static String itemsFault(JsonNode items, Set<String> codes) {
    for (var item : items) {
      if (!codes.contains(item.path("problem").path("code").asString(""))) {
        return item.toString();
      }
    }
    return items.isEmpty() ? "no items" : null;
  }
}
