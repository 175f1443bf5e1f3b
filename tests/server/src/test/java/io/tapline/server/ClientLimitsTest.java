package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.Await;
import io.tapline.server.base.FairShare;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerShares;
import io.tapline.server.base.Ticker;
import io.tapline.server.events.EventReader;
import io.tapline.server.longpoll.WaitService;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever one client, with or without a token, opens and does not finish: the server answers
 * health checks and another tenant meanwhile. The limits are small, so few sockets reach them.
 */
class ClientLimitsTest {

  private static final String ENQUEUE = "/api/v1/execution/actions/enqueue";
  private static final String CALLBACK = "/api/v1/external/callbacks/q";

  private static final String STREAM =
      "GET /api/v1/execution/events/stream HTTP/1.1\r\nHost: x\r\n";

  /** Linux has the whole of 127/8 on its loopback: these are two clients. */
  private static final String ATTACKER = "127.0.0.1";

  private static final String BYSTANDER = "127.0.0.2";

  private static final Map<LimitedResource, Long> LIMITS =
      Map.of(
          LimitedResource.CONNECTIONS, 80L,
          LimitedResource.BODY_BYTES, 2L * 1024 * 1024,
          LimitedResource.REQUEST_THREADS, 16L,
          LimitedResource.SLOW_WRITES, 4L,
          LimitedResource.SIGN_IN_BODIES, 4L,
          LimitedResource.CALLBACK_BODIES, 4L,
          LimitedResource.WAITING_THREADS, 4L);

  private static TestTapline tapline;

  private final List<Socket> sockets = new ArrayList<>();

  @BeforeAll
  static void start() {
    tapline = TestTapline.startWith(s -> ServerSettingsBuilder.builder(s).limits(LIMITS).build());
  }

  @AfterAll
  static void stop() {
    tapline.close();
  }

  @AfterEach
  void closeAll() throws IOException {
    for (var socket : sockets) {
      socket.close();
    }
    for (var resource : LIMITS.keySet()) {
      if (resource != LimitedResource.CONNECTIONS) {
        Await.until(resource + " returned", () -> share(resource).held() == 0);
      }
    }
  }

  private static FairShare share(LimitedResource resource) {
    return tapline.server().bean(ServerShares.class).of(resource);
  }

  private static void advance(Duration by) {
    tapline.server().bean(Ticker.class).advance(by);
  }

  private Socket open(String from, String text) throws IOException {
    return open(from, 0, text);
  }

  private Socket open(String from, int receiveBuffer, String text) throws IOException {
    var socket = new Socket();
    sockets.add(socket);
    if (receiveBuffer > 0) {
      socket.setReceiveBufferSize(receiveBuffer);
    }
    socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
    socket.connect(new InetSocketAddress("127.0.0.1", tapline.server().port()));
    socket.setSoTimeout(60_000);
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // The server has refused the connection already.
      socket.close();
    }
    return socket;
  }

  private static String head(String path, int length, String... headers) {
    return "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
            .formatted(path, length)
        + List.of(headers).stream().map(header -> header + "\r\n").reduce("", String::concat)
        + "Connection: close\r\n\r\n";
  }

  private static String token(String token) {
    return "Authorization: Bearer " + token;
  }

  /** The whole answer, from a client of another address than the attacker's. */
  private String ask(String request) throws IOException {
    try (var socket = open(BYSTANDER, request)) {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String get(String path, String... headers) throws IOException {
    return ask(
        "GET "
            + path
            + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            + List.of(headers).stream().map(header -> header + "\r\n").reduce("", String::concat)
            + "\r\n");
  }

  private String login(String from) throws IOException {
    var body = "{\"token\":\"other-operator\"}";
    try (var socket = open(from, head("/login", body.length()) + body)) {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Health, another tenant with a body and without one, and a sign-in. */
  private void assertOthersAreServed() throws IOException {
    assertThat(get("/health")).startsWith("HTTP/1.1 200").contains("UP");
    assertThat(get("/api/v1/execution/queues", token("other-operator"))).startsWith("HTTP/1.1 200");
    assertThat(ask(head(ENQUEUE, 2, token("other-service")) + "{}"))
        .as("it was read, and is checked")
        .startsWith("HTTP/1.1 422");
    assertThat(login(BYSTANDER)).startsWith("HTTP/1.1 200");
  }

  @Test
  void slow_heads_of_one_address_leave_connections_for_others_and_end() throws IOException {
    var begun = "GET /health HTTP/1.1\r\nHost: x\r\nX-A: ";
    for (int i = 0; i < 60; i++) {
      open(ATTACKER, begun);
    }
    Await.until("refused", () -> share(LimitedResource.CONNECTIONS).refused() > 0);
    assertOthersAreServed();
    var slow = open(BYSTANDER, begun);
    // The first byte has to be read before its time can pass.
    assertThat(get("/health")).startsWith("HTTP/1.1 200");
    Await.until(
        "a head that goes on for longer than any head takes is closed",
        () -> {
          advance(Duration.ofSeconds(6));
          try {
            slow.getOutputStream().write('x');
            slow.setSoTimeout(200);
            return slow.getInputStream().read() < 0;
          } catch (SocketTimeoutException e) {
            return false;
          } catch (IOException e) {
            return true;
          }
        });
  }

  @Test
  void bodies_that_stop_half_way_take_no_bytes_from_other_tenants() throws IOException {
    var bytes = share(LimitedResource.BODY_BYTES);
    var most = head(ENQUEUE, 700_000, token("acme-service")) + "x".repeat(600_000);
    open(ATTACKER, most);
    Await.until("the first is read", () -> bytes.held() > 600_000);
    for (int i = 0; i < 3; i++) {
      open(ATTACKER, most);
    }
    Await.until("refused", () -> bytes.refused() > 0);
    assertThat(bytes.held()).isLessThanOrEqualTo(bytes.mostOfMember());
    assertOthersAreServed();
  }

  @Test
  void a_body_that_came_fast_and_then_trickles_is_refused_soon() throws IOException {
    var slow = open(ATTACKER, head(ENQUEUE, 750_000, token("acme-service")) + "x".repeat(650_000));
    var owner = FairShare.Owner.tenant(tapline.tenantId("acme"));
    Await.until(
        "most of it is read", () -> share(LimitedResource.BODY_BYTES).heldBy(owner) > 650_000);
    advance(Duration.ofSeconds(11));
    // Judged by its average rate, a body with 650 kB could continue until the deadline.
    var seconds = new AtomicInteger(20);
    Await.until(
        "refused though it never falls silent",
        () -> {
          try {
            slow.getOutputStream().write('x');
          } catch (IOException e) {
            return true;
          }
          if (seconds.getAndDecrement() > 0) {
            advance(Duration.ofSeconds(1));
          }
          return share(LimitedResource.BODY_BYTES).held() == 0;
        });
    var answer = new String(slow.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(answer)
        .startsWith("HTTP/1.1 408")
        .contains("REQUEST_TIMEOUT")
        .contains("arrived more slowly than");
  }

  @Test
  void slow_bodies_of_one_principal_leave_threads_for_others_and_its_own_requests_wait()
      throws Exception {
    var requests = share(LimitedResource.REQUEST_THREADS);
    var lab = new TenantApi(tapline, "acme");
    var queue = lab.queue();
    var worker = lab.worker();
    var slow = new ArrayList<Socket>();
    for (int i = 0; i < 12; i++) {
      slow.add(open(ATTACKER, head(ENQUEUE, 1_000, token("acme-service")) + "{"));
    }
    Await.until("a share is in use", () -> requests.held() >= requests.mostOfMember());
    assertThat(requests.held()).isEqualTo(requests.mostOfMember());
    assertOthersAreServed();
    // The line of the principal: a plain request, and a claim that waits for work afterwards.
    CompletableFuture<HttpReply> plain =
        lab.service.sendAsync("GET", "/api/v1/execution/queues", null);
    var claim = waitingClaim(lab, worker, queue);
    assertOthersAreServed();
    assertThat(plain).isNotDone();
    for (var socket : slow) {
      socket.close();
    }
    assertThat(plain.get().status()).isEqualTo(200);
    var subject = lab.enqueue(queue);
    assertThat(claim.get().ok().path("claims").path(0).path("subject_euid").asString())
        .isEqualTo(subject);
  }

  @Test
  @Timeout(120)
  void streams_of_one_tenant_leave_threads_for_the_streams_and_waiting_claims_of_others()
      throws Exception {
    var acme = new TenantApi(tapline, "acme");
    var first = acme.enqueue(acme.queue());
    var threads = share(LimitedResource.WAITING_THREADS);
    var scheduler = tapline.server().bean(WaitService.class).scheduler();
    var gate = new CountDownLatch(1);
    try {
      // Reads of the tenant's feed that take as long as the test needs.
      for (int i = 0; i < 2 * threads.total(); i++) {
        scheduler.now(tapline.tenantId("acme"), () -> await(gate));
      }
      Await.until("a share is in use", () -> threads.held() >= threads.mostOfGroup());
      var streams = new ArrayList<Socket>();
      for (int i = 0; i < 12; i++) {
        streams.add(open(ATTACKER, STREAM + token("acme-operator") + "\r\n\r\n"));
      }
      Await.until(
          "all streams", () -> share(LimitedResource.EVENT_STREAMS).held() == streams.size());
      assertOthersHearOfTheirWork();
      gate.countDown();
      for (var stream : streams) {
        assertThat(firstEvent(stream)).contains(first);
      }
    } finally {
      gate.countDown();
    }
  }

  /** A waiting claim of another tenant gets its job, and a stream shows it. */
  private static void assertOthersHearOfTheirWork() throws Exception {
    var other = new TenantApi(tapline, "other");
    var queue = other.queue();
    var claim = waitingClaim(other, other.worker(), queue);
    var owner = FairShare.Owner.tenant(tapline.tenantId("other"));
    Await.until("it waits", () -> share(LimitedResource.WAITING_REQUESTS).heldBy(owner) == 1);
    var subject = other.enqueue(queue);
    assertThat(claim.get().ok().path("claims").path(0).path("subject_euid").asString())
        .isEqualTo(subject);
    try (var stream = new EventReader(other.operator, "?subject_euid=" + subject)) {
      assertThat(stream.next().data().path("job_id").asString()).isEqualTo(subject);
    }
  }

  private static CompletableFuture<HttpReply> waitingClaim(
      TenantApi lab, String worker, String queue) {
    return lab.service
        .with("Prefer", "wait=60")
        .sendAsync(
            "POST",
            "actions/claim",
            Json.print(TenantApi.body("worker_euid", worker, "queue_key", queue))
                .getBytes(StandardCharsets.UTF_8));
  }

  private static String firstEvent(Socket stream) throws IOException {
    return new BufferedReader(
            new InputStreamReader(stream.getInputStream(), StandardCharsets.UTF_8))
        .lines()
        .filter(line -> line.startsWith("data: "))
        .findFirst()
        .orElseThrow();
  }

  private static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void clients_that_do_not_read_their_answers_keep_few_threads() throws IOException {
    var page = get("/subjects");
    int at = page.indexOf("/ui/");
    assertThat(at).as("the page names its files").isPositive();
    var folder = page.substring(at, page.indexOf('/', at + "/ui/".length()));
    var file = folder + "/lib/chart.js/dist/chart.umd.min.js";
    // 8 MB for each client, more than the buffers of a socket take.
    var many = ("GET " + file + " HTTP/1.1\r\nHost: x\r\n\r\n").repeat(40);
    for (int i = 0; i < 10; i++) {
      open(ATTACKER, 2_048, many);
    }
    var writes = share(LimitedResource.SLOW_WRITES);
    Await.until("refused", () -> writes.refused() > 0);
    assertThat(writes.held()).isLessThanOrEqualTo(writes.mostOfGroup());
    assertOthersAreServed();
  }

  @Test
  void slow_callbacks_of_one_address_leave_sign_ins_and_the_callbacks_of_others()
      throws IOException {
    var signed =
        new String[] {
          "Tapline-Tenant: acme", "Tapline-Timestamp: 1", "Tapline-Signature: sha256=00"
        };
    var slow = new ArrayList<Socket>();
    for (int i = 0; i < 6; i++) {
      slow.add(open(ATTACKER, head(CALLBACK, 50_000, signed) + "x".repeat(40_000)));
    }
    var seats = share(LimitedResource.CALLBACK_BODIES);
    Await.until("refused", () -> seats.refused() > 0);
    assertThat(login(ATTACKER)).as("the same address").startsWith("HTTP/1.1 200");
    assertThat(ask(head(CALLBACK, 2, signed) + "{}")).startsWith("HTTP/1.1 401");
    assertOthersAreServed();
    advance(Duration.ofSeconds(6));
    for (var socket : slow) {
      try {
        socket.getOutputStream().write('x');
      } catch (IOException e) {
        // This one was refused.
      }
    }
    Await.until("none is waited for any longer", () -> seats.held() == 0);
  }

  @Test
  void slow_sign_ins_of_one_address_leave_those_of_others() throws IOException {
    for (int i = 0; i < 6; i++) {
      open(ATTACKER, head("/login", 1_000) + "{");
    }
    Await.until("refused", () -> share(LimitedResource.SIGN_IN_BODIES).refused() > 0);
    assertOthersAreServed();
  }
}
