package io.tapline.cli.act;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.print.ResultPrinter;
import io.tapline.client.error.ForbiddenException;
import io.tapline.client.error.Problem;
import io.tapline.client.error.ServerFaultException;
import io.tapline.client.error.TaplineException;
import io.tapline.client.error.UnauthenticatedException;
import io.tapline.client.error.UnavailableException;
import io.tapline.client.error.UnreachableException;
import java.util.ArrayList;
import java.util.List;

/** The result of a command on many objects: the number of successes, and each refusal. */
public final class BulkResult {

  /** Limit of the refusals in the text output; the JSON output contains all of them. */
  private static final int SHOWN = 20;

  private record Refused(String which, Problem problem) {}

  private long done;
  private long replayed;
  private long leftOut;
  private final List<Refused> refused = new ArrayList<>();

  /**
   * Runs one request. Its refusal is recorded; an error that would also stop the next request is
   * thrown.
   */
  void add(String which, Runnable deed) {
    try {
      deed.run();
      done++;
    } catch (UnreachableException
        | UnavailableException
        | UnauthenticatedException
        | ForbiddenException
        | ServerFaultException e) {
      throw e;
    } catch (TaplineException e) {
      refuse(which, new Problem(e.code(), e.status(), e.detail(), e.field()));
    }
  }

  public void done(boolean again) {
    done++;
    replayed += again ? 1 : 0;
  }

  /** Number of objects that the filter found and the command did not try. */
  void leftOut(long count) {
    leftOut = count;
  }

  public void refuse(String which, Problem problem) {
    refused.add(new Refused(which, problem));
  }

  public long count() {
    return done;
  }

  public ExitCode print(ResultPrinter printer, String verb) {
    if (printer.json()) {
      var document = InputDocuments.object().put("done", done).put("replayed", replayed);
      if (leftOut > 0) {
        document.put("left_out", leftOut);
      }
      var list = document.putArray("refused");
      for (var one : refused) {
        list.addObject()
            .put("which", one.which())
            .put("code", one.problem().code())
            .put("detail", one.problem().detail())
            .put("field", one.problem().field());
      }
      printer.document(document);
    } else {
      refused.stream().limit(SHOWN).forEach(one -> printer.remark(line(one)));
      if (refused.size() > SHOWN) {
        printer.remark(
            "… and " + (refused.size() - SHOWN) + " more refusals; --json lists all of them");
      }
      printer.line(
          "%s: %s done%s, %s refused%s"
              .formatted(
                  verb,
                  done,
                  replayed > 0 ? " (" + replayed + " of them by an earlier command)" : "",
                  refused.size(),
                  leftOut > 0 ? ", " + leftOut + " skipped" : ""));
    }
    return refused.isEmpty() ? ExitCode.OK : ExitCode.PARTLY;
  }

  private static String line(Refused one) {
    return one.which() + ": " + one.problem().code() + ": " + one.problem().detail();
  }
}
