package io.tapline.demo;

import io.tapline.server.Companion;
import java.net.URI;
import java.util.List;

/** A lab with simulated people, instruments and a cluster, in its own tenant. */
public final class DemoLab implements Companion {

  public static final String TENANT = "demo";

  @Override
  public String name() {
    return "demo";
  }

  @Override
  public String tenant() {
    return TENANT;
  }

  @Override
  public String title() {
    return "Demo lab (simulated)";
  }

  @Override
  public String notice() {
    return "Demo data: the people, instruments and specimens are simulated.";
  }

  @Override
  public List<String> packs() {
    return List.of("wetlab", "compute");
  }

  @Override
  public Running start(URI server, String adminToken, double speed) {
    return DemoRun.begin(server, adminToken, speed);
  }
}
