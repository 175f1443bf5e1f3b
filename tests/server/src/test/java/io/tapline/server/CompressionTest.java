package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Large answers are compressed for clients that accept it. */
@TaplineServer
class CompressionTest {

  private final HttpClient http = HttpClient.newHttpClient();

  private HttpResponse<byte[]> get(TestTapline tapline, String path, String encoding)
      throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(tapline.address() + path))
            .header("Authorization", "Bearer acme-admin");
    if (encoding != null) {
      request.header("Accept-Encoding", encoding);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  @Test
  void an_answer_of_more_than_a_kilobyte_is_compressed_on_request(TestTapline tapline)
      throws Exception {
    new TenantApi(tapline, "acme").queue();
    var path = "/api/v1/execution/queues";
    var plain = get(tapline, path, null);
    var compressed = get(tapline, path, "gzip");
    assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
    assertThat(compressed.headers().firstValue("Content-Encoding")).contains("gzip");
    assertThat(compressed.headers().firstValue("Vary")).isPresent();
    assertThat(compressed.body().length).isLessThan(plain.body().length / 2);
    try (var text = new GZIPInputStream(new ByteArrayInputStream(compressed.body()))) {
      assertThat(Json.parse(new String(text.readAllBytes())).path("items").size()).isPositive();
    }
    var small = get(tapline, "/api/v1/execution/queues/no-such-queue", "gzip");
    assertThat(small.headers().firstValue("Content-Encoding")).isEmpty();
    assertThat(small.headers().firstValue("Content-Length")).isPresent();
  }
}
