package io.tapline.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.server.base.StartupRefused;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** The address where a server tells all. */
class MetricsPortTest {

  @Test
  void a_server_that_was_given_an_address_tells_all_tenants_there_and_nothing_else() {
    System.setProperty(MetricsPort.VARIABLE, "127.0.0.1:0");
    try (var tapline = TestTapline.start()) {
      var ours = new TenantApi(tapline, "acme").queue();
      var theirs = new TenantApi(tapline, "other").queue();
      var port = tapline.server().bean(MetricsPort.class).address().getPort();
      var anyone = new HttpApi(URI.create("http://127.0.0.1:" + port), null);

      assertThat(anyone.get("/metrics").text()).contains(ours, theirs);
      assertThat(anyone.get("/api/v1/execution/queues").status()).isEqualTo(404);
      assertThat(anyone.send("DELETE", "/metrics", null).status()).isEqualTo(405);
    } finally {
      System.clearProperty(MetricsPort.VARIABLE);
    }
  }

  @Test
  void a_port_alone_is_on_loopback() {
    assertThat(MetricsPort.address("9464").getAddress().isLoopbackAddress()).isTrue();
  }

  @Test
  void what_is_no_address_is_refused_by_name() {
    for (var wrong : new String[] {"here", "127.0.0.1:http", ":", "127.0.0.1:70000"}) {
      assertThatThrownBy(() -> MetricsPort.address(wrong))
          .isInstanceOf(StartupRefused.class)
          .hasMessageContaining(MetricsPort.VARIABLE);
    }
  }
}
