package io.tapline.cli.act;

import io.tapline.cli.CommandFailed;
import io.tapline.cli.Exit;
import io.tapline.cli.Surroundings;
import io.tapline.cli.print.Column;
import io.tapline.cli.print.Paint;
import io.tapline.cli.print.Table;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What a filter found, shown before anything is done to it. Beside the answer, on the error stream.
 */
final class Preview {

  private static final int SHOWN = 5;

  private static final Set<String> YES = Set.of("y", "yes");

  private static final List<Column> COLUMNS =
      List.of(
          Column.text("SUBJECT", "subject_euid"),
          Column.text("NAME", "subject_name"),
          Column.state("STATE", "state"),
          Column.text("QUEUE", "next_queue_key"),
          Column.number("PRIORITY", "priority"),
          Column.number("ATTEMPTS", "attempt_count"));

  private final Surroundings here;

  Preview(Surroundings here) {
    this.here = here;
  }

  /** Returns when it may be done. */
  void confirm(String verb, List<JsonNode> items, boolean yes) {
    var err = here.err();
    var first = items.subList(0, Math.min(SHOWN, items.size()));
    err.print(new Table(COLUMNS).print(first, new Paint(here.terminals().err())));
    if (items.size() > SHOWN) {
      err.println("… and " + (items.size() - SHOWN) + " more");
    }
    var what = verb + " " + items.size() + (items.size() == 1 ? " subject" : " subjects");
    if (yes) {
      err.println("To " + what + ".");
      return;
    }
    err.print("To " + what + ": are you sure? [y/N] ");
    err.flush();
    var answer = line();
    if (!here.terminals().in()) {
      // Nobody pressed Enter where it can be seen.
      err.println();
    }
    if (answer == null) {
      throw new CommandFailed(
          Exit.NOT_CONFIRMED, "Nobody is there to answer; add --yes if you are sure");
    }
    if (!YES.contains(answer.strip().toLowerCase(Locale.ROOT))) {
      throw new CommandFailed(Exit.NOT_CONFIRMED, "Nothing was changed");
    }
  }

  private String line() {
    try {
      return new BufferedReader(new InputStreamReader(here.in(), StandardCharsets.UTF_8))
          .readLine();
    } catch (IOException e) {
      return null;
    }
  }
}
