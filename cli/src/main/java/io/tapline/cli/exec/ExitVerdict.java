package io.tapline.cli.exec;

import io.tapline.api.ErrorClass;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.client.worker.Outcome;
import tools.jackson.databind.node.ObjectNode;

/** The outcome of a job, from the exit code and output of its program. */
final class ExitVerdict {

  /** The server limits error messages; the result contains the captured standard error. */
  private static final int LONGEST_MESSAGE = 1_000;

  private final ExitTable table;

  ExitVerdict(ExitTable table) {
    this.table = table;
  }

  Outcome judge(int code, ChildProgram childProgram) {
    if (code == 0) {
      return childProgram.output().cut()
          ? Outcome.failed(
              ErrorClass.PERMANENT_STATE,
              "RESULT_TOO_LARGE",
              "standard output is longer than "
                  + ChildProgram.MOST_OUTPUT
                  + " bytes; store the result elsewhere and print its location")
          : Outcome.completed(result(childProgram));
    }
    return Outcome.failed(table.classOf(code), "EXIT_" + code, message(code, childProgram))
        .withResult(evidence(childProgram).put("_exit_code", code));
  }

  /** The program stopped at the worker's request. */
  Outcome cancelled(int code, ChildProgram childProgram) {
    return Outcome.failed(
            ErrorClass.OPERATOR_CANCELED, "CANCELLED", "the program stopped after a cancel request")
        .withResult(evidence(childProgram).put("_exit_code", code));
  }

  /** Empty output is no result. */
  private static ObjectNode result(ChildProgram childProgram) {
    var result = evidence(childProgram);
    return result.isEmpty() ? null : result;
  }

  /**
   * A JSON object on standard output is used as it is, other text as {@code _stdout}; standard
   * error is added.
   */
  private static ObjectNode evidence(ChildProgram childProgram) {
    var evidence = InputDocuments.object();
    if (InputDocuments.anyOrNull(childProgram.output().bytes()) instanceof ObjectNode object) {
      evidence = object;
    } else if (!childProgram.output().text().isEmpty()) {
      evidence.put("_stdout", childProgram.output().text());
    }
    if (!childProgram.complaints().text().isEmpty()) {
      evidence.put("_stderr", childProgram.complaints().text());
    }
    return evidence;
  }

  /** The last line of standard error usually states the cause. */
  private static String message(int code, ChildProgram childProgram) {
    var last =
        childProgram
            .complaints()
            .text()
            .lines()
            .filter(line -> !line.isBlank())
            .reduce((first, second) -> second)
            .orElse("");
    var how = code > 128 ? "terminated by signal " + (code - 128) : "exit code " + code;
    var text = last.isEmpty() ? how : how + ": " + last.strip();
    return text.length() > LONGEST_MESSAGE ? text.substring(0, LONGEST_MESSAGE) : text;
  }
}
