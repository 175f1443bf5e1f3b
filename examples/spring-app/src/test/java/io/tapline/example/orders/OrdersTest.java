package io.tapline.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.read.subject.SubjectFilter;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.postgres.TestServer;
import io.tapline.spring.TaplineTemplate;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

/** The application as it is, over HTTP, on a database of its own. */
class OrdersTest {

  private static ScratchDatabase database;
  private static ConfigurableApplicationContext application;

  @BeforeAll
  static void start() {
    database = TestServer.database();
    application =
        new SpringApplicationBuilder(OrdersApplication.class)
            .properties(
                DemoDatabase.prepare(database.jdbcUrl(), database.user(), database.password()))
            .properties("server.port=0", "spring.main.banner-mode=off")
            .run();
  }

  @AfterAll
  static void stop() {
    application.close();
    database.close();
  }

  @Test
  void an_order_that_commits_is_shipped() throws Exception {
    assertThat(put("/orders/1?item=tubes").statusCode()).isEqualTo(200);
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> get("/orders/1").body().equals("SHIPPED\n"));
  }

  @Test
  void an_order_that_rolls_back_leaves_neither_a_row_nor_work() throws Exception {
    var refused = put("/orders/2?item=%20");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).isEqualTo("an order needs an item\n");
    assertThat(get("/orders/2").statusCode()).isEqualTo(404);
    assertThat(work()).noneMatch(properties -> properties.path("number").asLong() == 2);
    // The key of its work was never used: the order may come again.
    assertThat(put("/orders/2?item=plates").statusCode()).isEqualTo(200);
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> get("/orders/2").body().equals("SHIPPED\n"));
  }

  @Test
  void health_tells_of_tapline_and_metrics_of_its_queues() throws Exception {
    assertThat(get("/actuator/health").body())
        .contains("\"tapline\"")
        .contains("\"tenant\":\"shop\"")
        .contains("\"served\":[\"shipping\"]");
    assertThat(get("/actuator/metrics/tapline.queue.depth?tag=queue:shipping").statusCode())
        .isEqualTo(200);
  }

  /** The properties of all work there is. */
  private static List<JsonNode> work() {
    var tapline = application.getBean(TaplineTemplate.class);
    var reads = tapline.engine().reads();
    long tenant = tapline.caller().tenantId();
    return reads.subjectLists().page(tenant, SubjectFilter.NONE, 500, null).items().stream()
        .map(item -> reads.subjects().one(tenant, item.subjectEuid(), null).properties())
        .toList();
  }

  private static HttpResponse<String> get(String path) throws Exception {
    return send(HttpRequest.newBuilder(uri(path)).GET());
  }

  private static HttpResponse<String> put(String path) throws Exception {
    return send(HttpRequest.newBuilder(uri(path)).PUT(HttpRequest.BodyPublishers.noBody()));
  }

  private static URI uri(String path) {
    var port = application.getEnvironment().getProperty("local.server.port");
    return URI.create("http://127.0.0.1:" + port + path);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
