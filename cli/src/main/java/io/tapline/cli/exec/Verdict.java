package io.tapline.cli.exec;

import io.tapline.cli.connect.Documents;
import io.tapline.client.ErrorClass;
import io.tapline.client.worker.Outcome;
import tools.jackson.databind.node.ObjectNode;

/** What comes of a subject when its program has ended. */
final class Verdict {

  /** The server keeps a paragraph; all that was kept of standard error is in the result. */
  private static final int LONGEST_MESSAGE = 1_000;

  private final ExitTable table;

  Verdict(ExitTable table) {
    this.table = table;
  }

  Outcome of(int code, Child child) {
    if (code == 0) {
      return child.output().cut()
          ? Outcome.failed(
              ErrorClass.PERMANENT_STATE,
              "RESULT_TOO_LARGE",
              "standard output is longer than "
                  + Child.MOST_OUTPUT
                  + " bytes; put the result elsewhere and print where")
          : Outcome.completed(result(child));
    }
    return Outcome.failed(table.of(code), "EXIT_" + code, message(code, child))
        .withResult(evidence(child).put("_exit_code", code));
  }

  /** It was told to stop, and stopped. */
  Outcome cancelled(int code, Child child) {
    return Outcome.failed(ErrorClass.OPERATOR_CANCELED, "CANCELLED", "stopped as asked")
        .withResult(evidence(child).put("_exit_code", code));
  }

  /** Nothing printed is no result. */
  private static ObjectNode result(Child child) {
    var result = evidence(child);
    return result.isEmpty() ? null : result;
  }

  /** A JSON object on standard output as it is, other text as text; what was complained of. */
  private static ObjectNode evidence(Child child) {
    var evidence = Documents.object();
    if (Documents.anyOrNull(child.output().bytes()) instanceof ObjectNode object) {
      evidence = object;
    } else if (!child.output().text().isEmpty()) {
      evidence.put("_stdout", child.output().text());
    }
    if (!child.complaints().text().isEmpty()) {
      evidence.put("_stderr", child.complaints().text());
    }
    return evidence;
  }

  /** The last line of standard error, which most often says it. */
  private static String message(int code, Child child) {
    var last =
        child
            .complaints()
            .text()
            .lines()
            .filter(line -> !line.isBlank())
            .reduce((first, second) -> second)
            .orElse("");
    var how = code > 128 ? "ended by signal " + (code - 128) : "exit code " + code;
    var text = last.isEmpty() ? how : how + ": " + last.strip();
    return text.length() > LONGEST_MESSAGE ? text.substring(0, LONGEST_MESSAGE) : text;
  }
}
