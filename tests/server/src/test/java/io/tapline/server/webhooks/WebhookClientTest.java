package io.tapline.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsServer;
import io.tapline.server.base.StartupRefused;
import io.tapline.server.webhooks.WebhookClient.HostLookup;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The connection to a receiver: address, name and time-outs. */
class WebhookClientTest {

  private static final String NAME = "hooks.example.org";
  private static final byte[] BODY = "{}".getBytes(StandardCharsets.UTF_8);
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final HostLookup HERE = host -> new InetAddress[] {LOOPBACK};

  private static WebhookSettings settings(HttpHost proxy, boolean privateToo) {
    return new WebhookSettings(new AddressRule(privateToo), proxy, 100);
  }

  private static int post(WebhookClient client, String url) throws Exception {
    return client.post(URI.create(url), Map.of("Tapline-Try", "1"), BODY).get(60, TimeUnit.SECONDS);
  }

  @Test
  void tls_and_host_bear_the_name_though_the_connection_goes_to_the_address(@TempDir Path folder)
      throws Exception {
    var tls = tls(folder);
    var names = new ArrayList<String>();
    var server = HttpsServer.create(new InetSocketAddress(LOOPBACK, 0), 5);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    server.createContext(
        "/",
        exchange -> {
          var session = (ExtendedSSLSession) ((HttpsExchange) exchange).getSSLSession();
          session
              .getRequestedServerNames()
              .forEach(n -> names.add(new String(n.getEncoded(), StandardCharsets.US_ASCII)));
          names.add(exchange.getRequestHeaders().getFirst("Host"));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    int port = server.getAddress().getPort();
    try (var client = new WebhookClient(settings(null, true), HERE, tls)) {
      assertThat(post(client, "https://" + NAME + ":" + port + "/x")).isEqualTo(204);
      assertThat(names).containsExactly(NAME, NAME + ":" + port);
      // Another name than the certificate's is somebody else.
      assertThatThrownBy(() -> post(client, "https://other.example.org:" + port + "/x"))
          .hasMessageContaining("other.example.org");
      assertThat(names).hasSize(2);
    } finally {
      server.stop(0);
    }
  }

  /** Its connections are made by the first request, which must not come after the end. */
  @Test
  void a_closed_client_makes_no_connections() {
    var client = new WebhookClient(settings(null, true), HERE, null);
    client.close();
    assertThatThrownBy(() -> post(client, "http://" + NAME + "/x"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  /** A certificate for the one name, signed by itself and believed here. */
  private static SSLContext tls(Path folder) throws Exception {
    var file = folder.resolve("keys.p12");
    var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var made =
        new ProcessBuilder(
                keytool,
                "-genkeypair",
                "-alias",
                "a",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + NAME,
                "-ext",
                "san=dns:" + NAME,
                "-storetype",
                "PKCS12",
                "-storepass",
                "password",
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .start();
    made.getInputStream().readAllBytes();
    assertThat(made.waitFor()).isZero();
    var keys = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(file)) {
      keys.load(in, "password".toCharArray());
    }
    var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, "password".toCharArray());
    var trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("a", keys.getCertificate("a"));
    var others = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    others.init(trusted);
    var tls = SSLContext.getInstance("TLS");
    tls.init(own.getKeyManagers(), others.getTrustManagers(), null);
    return tls;
  }

  @Test
  void one_private_address_among_public_ones_is_enough_to_refuse() {
    HostLookup both = host -> new InetAddress[] {InetAddress.getByName("192.0.2.1"), LOOPBACK};
    try (var client = new WebhookClient(settings(null, false), both, null)) {
      assertThatThrownBy(() -> post(client, "http://" + NAME + "/"))
          .hasRootCauseInstanceOf(AddressRule.AddressRefused.class)
          .hasMessageContaining(NAME + " is an address of a private network");
    }
  }

  @Test
  void an_endless_answer_is_taken_by_its_status_and_hung_up_on() throws Exception {
    var hungUp = new CompletableFuture<Boolean>();
    var server = HttpServer.create(new InetSocketAddress(LOOPBACK, 0), 5);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            while (true) {
              out.write(new byte[8192]);
            }
          } catch (IOException e) {
            hungUp.complete(true);
          }
        });
    server.start();
    try (var client = new WebhookClient(settings(null, true), HERE, null)) {
      assertThat(post(client, "http://" + NAME + ":" + server.getAddress().getPort() + "/"))
          .isEqualTo(200);
      assertThat(hungUp.get(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      server.stop(0);
    }
  }

  @Test
  void through_a_proxy_names_are_the_proxys_to_resolve() throws Exception {
    var lines = new CopyOnWriteArrayList<String>();
    HostLookup nobody =
        host -> {
          throw new AssertionError("asked for " + host);
        };
    try (var socket = new ServerSocket(0, 5, LOOPBACK)) {
      answering(socket, lines);
      var proxy = new HttpHost("http", LOOPBACK.getHostAddress(), socket.getLocalPort());
      try (var client = new WebhookClient(settings(proxy, false), nobody, null)) {
        assertThat(post(client, "http://" + NAME + "/hook")).isEqualTo(403);
        assertThat(post(client, "https://" + NAME + "/hook")).isEqualTo(403);
      }
    }
    assertThat(lines)
        .containsExactly(
            "POST http://" + NAME + "/hook HTTP/1.1", "CONNECT " + NAME + ":443 HTTP/1.1");
  }

  /** Notes the first line of each request, and lets nobody through. */
  private static void answering(ServerSocket socket, List<String> lines) {
    var thread =
        new Thread(
            () -> {
              while (true) {
                try (Socket one = socket.accept()) {
                  var in = new BufferedReader(new InputStreamReader(one.getInputStream()));
                  lines.add(in.readLine());
                  while (!in.readLine().isEmpty()) {
                    // Its headers.
                  }
                  one.getOutputStream()
                      .write("HTTP/1.1 403 No\r\nConnection: close\r\n\r\n".getBytes());
                } catch (IOException e) {
                  return;
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Test
  void a_proxy_is_read_from_the_environment() {
    assertThat(WebhookSettings.read(name -> null)).isEqualTo(settings(null, false));
    var five = Map.of(WebhookSettings.PER_TENANT, "5");
    assertThat(WebhookSettings.read(five::get).perTenant()).isEqualTo(5);
    for (var wrong : List.of("0", "many", "10001")) {
      assertThatThrownBy(() -> WebhookSettings.read(Map.of(WebhookSettings.PER_TENANT, wrong)::get))
          .isInstanceOf(StartupRefused.class)
          .hasMessageContaining(WebhookSettings.PER_TENANT);
    }
    var environment =
        Map.of(
            WebhookSettings.PROXY,
            "http://proxy.example.org:3128",
            WebhookSettings.PRIVATE_ADDRESSES,
            "true");
    assertThat(WebhookSettings.read(environment::get))
        .isEqualTo(settings(new HttpHost("http", "proxy.example.org", 3128), true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "proxy.example.org:3128",
        "http://proxy.example.org",
        "https://proxy.example.org:3128",
        "http://user:pass@proxy.example.org:3128",
        "http://proxy.example.org:3128/path",
        "http://proxy.example.org:99999",
        "socks5://proxy.example.org:1080"
      })
  void what_is_no_proxy_refuses_the_start(String text) {
    assertThatThrownBy(() -> WebhookSettings.read(Map.of(WebhookSettings.PROXY, text)::get))
        .isInstanceOf(StartupRefused.class)
        .hasMessageStartingWith("TAPLINE_WEBHOOK_PROXY is not http://HOST:PORT")
        .hasMessageNotContaining("pass@");
  }
}
