package io.tapline.demo;

import java.util.List;

/** Everyone in the lab, at work. */
final class Life implements AutoCloseable {

  private final Staff staff;
  private final List<Round> rounds;

  Life(Lab lab, Queues queues, Fixtures fixtures) {
    var runs = new Runs(lab);
    this.staff = new Staff(lab, runs);
    this.rounds =
        List.of(
            new Reception(lab, queues),
            new Pooling(lab),
            new CloudBurst(lab, runs),
            new Crasher(lab),
            new WorkflowRound(lab),
            new Supervisor(lab, fixtures));
  }

  void start() {
    staff.start();
    rounds.forEach(Round::start);
  }

  @Override
  public void close() {
    rounds.forEach(Round::close);
    staff.close();
  }
}
