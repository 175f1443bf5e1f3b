package io.tapline.demo;

import io.tapline.client.TaplineClient;
import io.tapline.client.api.TokenFilter;
import io.tapline.client.api.TokenRequest;
import io.tapline.client.api.TokenView;
import io.tapline.client.error.TaplineException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clients with separate credentials, so that evidence distinguishes the office from the floor.
 * Their tokens are revoked when the demo stops.
 */
final class DemoClients implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DemoClients.class);

  /** The server runs in the same process; if it is unreachable for longer, it is stopping. */
  private static final Duration RETRY_TIME = Duration.ofSeconds(5);

  private static final String FLOOR = "demo-lab-floor";
  private static final String OFFICE = "demo-lab-office";

  private final URI server;
  private final TaplineClient admin;
  private final List<TokenView> issued = new ArrayList<>();
  private final TaplineClient floor;
  private final TaplineClient office;

  DemoClients(URI server, String adminToken) {
    this.server = server;
    this.admin = client(adminToken);
    revokeThoseOfAnEarlierStart();
    this.floor = issue(FLOOR, List.of("worker_service", "worker_human"));
    this.office = issue(OFFICE, List.of("operator"));
  }

  /** The client that configures queues and workers. */
  TaplineClient admin() {
    return admin;
  }

  /** The client of people and instruments at work. */
  TaplineClient floor() {
    return floor;
  }

  /** The client that places orders and handles holds and dead letters. */
  TaplineClient office() {
    return office;
  }

  private TaplineClient client(String token) {
    return TaplineClient.builder().url(server.toString()).token(token).retryFor(RETRY_TIME).build();
  }

  private TaplineClient issue(String name, List<String> roles) {
    var token = admin.tokens().create(TokenRequest.of(name, roles, "for the simulated lab"));
    issued.add(token);
    return client(token.token());
  }

  /** A demo that was killed could not revoke its tokens. */
  private void revokeThoseOfAnEarlierStart() {
    for (var token : admin.tokens().list(TokenFilter.all().status("ACTIVE").limit(500)).items()) {
      if (token.name().equals(FLOOR) || token.name().equals(OFFICE)) {
        admin.tokens().revoke(token.tokenEuid(), "the demo was started again");
      }
    }
  }

  @Override
  public void close() {
    floor.close();
    office.close();
    try {
      issued.forEach(token -> admin.tokens().revoke(token.tokenEuid(), "the demo was stopped"));
    } catch (TaplineException e) {
      LOG.debug("the next start ends these tokens", e);
    }
    admin.close();
  }
}
