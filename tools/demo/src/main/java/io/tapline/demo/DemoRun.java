package io.tapline.demo;

import io.tapline.client.error.InterruptedCallException;
import io.tapline.client.error.TaplineException;
import io.tapline.server.Companion;
import java.net.URI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running demo: fills an empty lab, then simulates its work until it is closed. */
final class DemoRun implements Companion.Running {

  private static final Logger LOG = LoggerFactory.getLogger(DemoRun.class);

  private final DemoClients demoClients;
  private final SimulatedLab lab;
  private final Thread opening;
  private RunningLab runningLab;

  private DemoRun(DemoClients demoClients, SimulatedLab lab) {
    this.demoClients = demoClients;
    this.lab = lab;
    this.opening = new Thread(this::open, "demo-opening");
    this.opening.setDaemon(true);
  }

  /** Returns at once, so that a visitor can watch the lab fill up. */
  static DemoRun begin(URI server, String adminToken, double speed) {
    var demoClients = new DemoClients(server, adminToken);
    var demoRun = new DemoRun(demoClients, SimulatedLab.open(demoClients, new DemoSpeed(speed)));
    demoRun.opening.start();
    return demoRun;
  }

  private void open() {
    try {
      var demoQueues = new DemoQueues(lab);
      var idleMachines = new IdleMachines(lab);
      demoQueues.hasten();
      idleMachines.place();
      new LabWorkflows(lab).open();
      new LabSeeding(lab).seed();
      live(new RunningLab(lab, demoQueues, idleMachines));
    } catch (InterruptedException | InterruptedCallException e) {
      LOG.debug("closed before it was open");
    } catch (TaplineException e) {
      LOG.error("the demo could not be set up: {}", e.getMessage(), e);
    }
  }

  private void live(RunningLab all) {
    runningLab = all;
    runningLab.start();
  }

  @Override
  public void close() {
    opening.interrupt();
    try {
      opening.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (runningLab != null) {
      runningLab.close();
    }
    demoClients.close();
  }
}
