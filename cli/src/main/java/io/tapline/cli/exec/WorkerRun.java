package io.tapline.cli.exec;

import io.tapline.cli.print.ResultPrinter;
import io.tapline.client.worker.Worker;

/** Runs a worker until a signal or the worker itself ends it. */
final class WorkerRun {

  private final Worker worker;
  private final ExecHandler handler;
  private final ResultPrinter printer;
  private boolean over;

  WorkerRun(Worker worker, ExecHandler handler, ResultPrinter printer) {
    this.worker = worker;
    this.handler = handler;
    this.printer = printer;
    printer.remark(
        "Worker " + worker.euid() + " has started; Ctrl-C stops it after the running programs.");
  }

  void awaitEnd() throws InterruptedException {
    worker.awaitStop();
  }

  /** Lets programs finish within the grace time, kills the others, and prints the totals. */
  synchronized void end() {
    if (over) {
      return;
    }
    over = true;
    worker.close();
    handler.close();
    var done = worker.figures();
    printer.remark(
        "Jobs: %d completed, %d failed, %d released, %d lost."
            .formatted(done.completed(), done.failed(), done.released(), done.lost()));
  }
}
