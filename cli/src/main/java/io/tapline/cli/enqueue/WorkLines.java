package io.tapline.cli.enqueue;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;

/** JSON lines, one job each; empty lines are skipped. */
final class WorkLines implements AutoCloseable {

  private final BufferedReader reader;
  private final String where;
  private long number;

  WorkLines(InputStream in, String where) {
    // Bytes that are not UTF-8 are an error; they are not replaced silently.
    var decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    this.reader = new BufferedReader(new InputStreamReader(in, decoder));
    this.where = where;
  }

  /** Returns null at the end. */
  WorkLine next() {
    try {
      for (var text = reader.readLine(); text != null; text = reader.readLine()) {
        number++;
        if (!text.isBlank()) {
          return new WorkLine(number, InputDocuments.json(text, place()), text.length());
        }
      }
      return null;
    } catch (MalformedInputException e) {
      throw CommandFailed.usage("Near line " + (number + 1) + " " + where + " is not UTF-8 text");
    } catch (IOException e) {
      throw new CommandFailed(
          ExitCode.FAILED, where + " cannot be read (" + e.getMessage() + "); try again", e);
    }
  }

  private String place() {
    return "Line " + number + " of " + where;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
