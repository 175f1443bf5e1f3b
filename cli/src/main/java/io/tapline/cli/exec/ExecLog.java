package io.tapline.cli.exec;

import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.print.ResultPrinter;
import io.tapline.client.worker.Cancellation;
import io.tapline.client.worker.Job;
import io.tapline.client.worker.Outcome;
import java.time.Duration;
import java.util.Locale;

/** Prints a line for each job. */
final class ExecLog {

  private final ResultPrinter printer;

  ExecLog(ResultPrinter printer) {
    this.printer = printer;
  }

  void ended(Job job, Outcome outcome, int code, Duration took) {
    line(job, word(outcome), code, took);
  }

  /** The program was stopped and its result is not reported. */
  void gone(Job job, Cancellation why) {
    line(job, why.name().toLowerCase(Locale.ROOT), null, null);
  }

  private static String word(Outcome outcome) {
    if (outcome instanceof Outcome.Failed failed) {
      return failed.errorClass().name();
    }
    return outcome instanceof Outcome.Released ? "released" : "done";
  }

  private synchronized void line(Job job, String outcome, Integer code, Duration took) {
    if (printer.json()) {
      printer.document(
          InputDocuments.object()
              .put("subject_euid", job.subjectEuid())
              .put("attempt", job.attempt())
              .put("outcome", outcome)
              .put("exit_code", code)
              .put("seconds", took == null ? null : took.toMillis() / 1000.0));
    } else {
      printer.line(
          job.subjectEuid()
              + "  attempt "
              + job.attempt()
              + "  "
              + outcome
              + (code == null ? "" : "  exit " + code)
              + (took == null
                  ? ""
                  : String.format(Locale.ROOT, "  %.1fs", took.toMillis() / 1000.0)));
    }
  }
}
