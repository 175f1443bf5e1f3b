package io.tapline.demo;

import io.tapline.client.InterruptedCallException;
import io.tapline.client.TaplineException;
import io.tapline.server.Companion;
import java.net.URI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The demo while it runs: fills an empty lab, then keeps it alive until it is closed. */
final class Demo implements Companion.Running {

  private static final Logger LOG = LoggerFactory.getLogger(Demo.class);

  private final Badges badges;
  private final Lab lab;
  private final Thread opening;
  private Life life;

  private Demo(Badges badges, Lab lab) {
    this.badges = badges;
    this.lab = lab;
    this.opening = new Thread(this::open, "demo-opening");
    this.opening.setDaemon(true);
  }

  /** Returns at once: whoever looks sees the lab fill up. */
  static Demo begin(URI server, String adminToken, double speed) {
    var badges = new Badges(server, adminToken);
    var demo = new Demo(badges, Lab.open(badges, new Pace(speed)));
    demo.opening.start();
    return demo;
  }

  private void open() {
    try {
      var queues = new Queues(lab);
      var fixtures = new Fixtures(lab);
      queues.hasten();
      fixtures.place();
      new LabWorkflows(lab).open();
      new Seeding(lab).run();
      live(new Life(lab, queues, fixtures));
    } catch (InterruptedException | InterruptedCallException e) {
      LOG.debug("closed before it was open");
    } catch (TaplineException e) {
      LOG.error("the demo could not be set up: {}", e.getMessage(), e);
    }
  }

  private void live(Life all) {
    life = all;
    life.start();
  }

  @Override
  public void close() {
    opening.interrupt();
    try {
      opening.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (life != null) {
      life.close();
    }
    badges.close();
  }
}
