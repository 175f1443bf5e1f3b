package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.Await;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.postgres.TestServer;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * The nginx configuration of docs/operations, in a real nginx: two servers behind it are restarted
 * one after the other, and no client notices.
 */
@EnabledIf(
    value = "nginxExists",
    disabledReason = "Two servers were not restarted behind nginx: nginx is not installed.")
@Timeout(300)
class NginxRestartTest {

  private static final Path NGINX = Path.of("/usr/sbin/nginx");
  private static final Path CONFIGURATION = Path.of("../../docs/operations/nginx.conf");
  private static final char[] PASSWORD = "changeit".toCharArray();

  /** So many requests of each client between one step and the next. */
  private static final int SOME = 20;

  @TempDir static Path folder;

  static boolean nginxExists() {
    return Files.isExecutable(NGINX);
  }

  /** Sends enqueues, claims, completions and reads until it is told to stop. */
  private static final class Client implements Runnable {

    private final HttpClient http;
    private final URI address;
    private final String queue;
    private final String worker;
    private final AtomicBoolean over;
    private final AtomicInteger rounds = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> failed = new ConcurrentLinkedQueue<>();
    private int completed;

    Client(HttpClient http, URI address, String queue, String worker, AtomicBoolean over) {
      this.http = http;
      this.address = address;
      this.queue = queue;
      this.worker = worker;
      this.over = over;
    }

    @Override
    public void run() {
      try {
        while (!over.get()) {
          round();
          rounds.incrementAndGet();
        }
      } catch (IOException | RuntimeException e) {
        failed.add(e.toString());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void round() throws IOException, InterruptedException {
      post(
          "enqueue",
          TenantApi.body("queue_key", queue, "template_code", "data/execution/task/1.0"));
      var claimed = post("claim", TenantApi.body("worker_euid", worker, "queue_key", queue));
      for (var claim : Json.parse(claimed).path("claims")) {
        post("complete", TenantApi.on(worker, claim));
        completed++;
      }
      send(HttpRequest.newBuilder(address.resolve("/api/v1/execution/queues/" + queue)).GET());
    }

    private String post(String action, Map<String, Object> body)
        throws IOException, InterruptedException {
      return send(
          HttpRequest.newBuilder(address.resolve("/api/v1/execution/actions/" + action))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(Json.print(body))));
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
      HttpResponse<String> answer =
          http.send(
              request.header("Authorization", "Bearer acme-admin").build(),
              BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        failed.add(answer.statusCode() + " " + answer.uri() + " " + answer.body());
      }
      return answer.statusCode() == 200 ? answer.body() : "{}";
    }
  }

  @Test
  void two_servers_are_restarted_behind_nginx_without_one_failed_request() throws Exception {
    var scratch =
        TestServer.database("server", empty -> Server.start(TestTapline.settings(empty)).close());
    var ports = List.of(freePort(), freePort(), freePort());
    var servers = new ArrayList<Server>();
    var over = new AtomicBoolean();
    Process nginx = null;
    try (scratch) {
      servers.add(start(scratch, ports.get(0)));
      servers.add(start(scratch, ports.get(1)));
      var trusted = certificate();
      nginx = nginx(ports);
      var http =
          HttpClient.newBuilder()
              // The client of the JDK fails a request that crosses the end of an HTTP/2 connection.
              .version(HttpClient.Version.HTTP_1_1)
              .sslContext(trusted)
              .build();
      var address = URI.create("https://127.0.0.1:" + ports.get(2));
      awaitNginx(http, address);

      var clients = clients(servers.get(0), http, address, over);
      var threads = clients.stream().map(Thread::new).toList();
      threads.forEach(Thread::start);
      awaitSome(clients);
      for (int i = 0; i < 2; i++) {
        servers.get(i).close();
        awaitSome(clients);
        servers.set(i, start(scratch, ports.get(i)));
        awaitSome(clients);
      }
      over.set(true);
      for (var thread : threads) {
        thread.join();
      }

      for (var client : clients) {
        assertThat(client.failed).isEmpty();
        assertThat(client.completed).as("the answers of claims were whole").isPositive();
      }
    } finally {
      over.set(true);
      if (nginx != null) {
        nginx.destroy();
        nginx.waitFor();
      }
      servers.forEach(Server::close);
    }
  }

  private static Server start(ScratchDatabase scratch, int port) {
    return Server.start(
        ServerSettingsBuilder.builder(TestTapline.settings(scratch)).port(port).build());
  }

  private static List<Client> clients(
      Server server, HttpClient http, URI address, AtomicBoolean over) {
    var admin = new HttpApi(server.address(), "acme-admin");
    var clients = new ArrayList<Client>();
    for (int i = 0; i < 2; i++) {
      var queue = TenantApi.unique("queue");
      admin
          .post(
              "actions/create-queue",
              TenantApi.body(
                  "queue_key", queue, "subject_template_codes", List.of("data/execution/task/1.0")))
          .ok();
      var worker =
          admin
              .post(
                  "actions/register-worker",
                  TenantApi.body("worker_key", "w-" + i, "worker_type", "SERVICE"))
              .ok();
      clients.add(new Client(http, address, queue, worker.path("worker_euid").asString(), over));
    }
    return clients;
  }

  private static void awaitSome(List<Client> clients) {
    for (var client : clients) {
      int seen = client.rounds.get();
      Await.until(
          "some more requests",
          () -> client.rounds.get() >= seen + SOME || !client.failed.isEmpty());
    }
  }

  private static void awaitNginx(HttpClient http, URI address) {
    var health = HttpRequest.newBuilder(address.resolve("/health/ready")).build();
    Await.until(
        "nginx serves",
        () -> {
          try {
            return http.send(health, BodyHandlers.discarding()).statusCode() == 200;
          } catch (IOException e) {
            return false;
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** The file as it is, with the ports and the certificate of the test. */
  private static Process nginx(List<Integer> ports) throws IOException {
    var text =
        Files.readString(CONFIGURATION)
            .replace("127.0.0.1:8080", "127.0.0.1:" + ports.get(0))
            .replace("127.0.0.1:8081", "127.0.0.1:" + ports.get(1))
            .replace("listen 443 ", "listen 127.0.0.1:" + ports.get(2) + " ")
            .replace("/etc/ssl/tapline.pem", folder.resolve("tapline.pem").toString())
            .replace("/etc/ssl/tapline.key", folder.resolve("tapline.key").toString());
    Files.writeString(folder.resolve("tapline.conf"), text);
    var user = "root".equals(System.getProperty("user.name")) ? "user root;\n" : "";
    Files.writeString(
        folder.resolve("nginx.conf"),
        user
            + """
            daemon off;
            pid FOLDER/nginx.pid;
            error_log FOLDER/error.log;
            events {}
            http {
              access_log off;
              client_body_temp_path FOLDER/body;
              proxy_temp_path FOLDER/proxy;
              fastcgi_temp_path FOLDER/fastcgi;
              uwsgi_temp_path FOLDER/uwsgi;
              scgi_temp_path FOLDER/scgi;
              include FOLDER/tapline.conf;
            }
            """
                .replace("FOLDER", folder.toString()));
    return new ProcessBuilder(
            NGINX.toString(),
            "-p",
            folder.toString(),
            "-c",
            folder.resolve("nginx.conf").toString())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("output.log").toFile())
        .start();
  }

  /** A certificate for loopback, as PEM for nginx; the client trusts it. */
  private static SSLContext certificate() throws Exception {
    var file = folder.resolve("tapline.p12");
    var keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "tapline",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                file.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD))
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    var keys = KeyStore.getInstance(file.toFile(), PASSWORD);
    pem("tapline.pem", "CERTIFICATE", keys.getCertificate("tapline").getEncoded());
    pem("tapline.key", "PRIVATE KEY", keys.getKey("tapline", PASSWORD).getEncoded());
    var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    trusted.setCertificateEntry("tapline", keys.getCertificate("tapline"));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static void pem(String name, String kind, byte[] bytes) throws IOException {
    var encoder = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
    Files.writeString(
        folder.resolve(name),
        "-----BEGIN %s-----\n%s\n-----END %s-----\n"
            .formatted(kind, encoder.encodeToString(bytes), kind));
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
