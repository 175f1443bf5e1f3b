package io.tapline.cli.act;

import io.tapline.cli.base.CommandEnvironment;
import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.print.JobNoun;
import io.tapline.cli.print.TableColumn;
import io.tapline.cli.print.TerminalColors;
import io.tapline.cli.print.TextTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Shows the selection of a filter before the command acts on it. It uses the error stream, because
 * standard output is for the result.
 */
final class SelectionPreview {

  private static final int SHOWN = 5;

  private static final Set<String> YES = Set.of("y", "yes");

  private static final List<TableColumn> COLUMNS =
      List.of(
          TableColumn.jobs("subject_euid"),
          TableColumn.text("NAME", "subject_name"),
          TableColumn.state("STATE", "state"),
          TableColumn.text("QUEUE", "next_queue_key"),
          TableColumn.number("PRIORITY", "priority"),
          TableColumn.number("ATTEMPTS", "attempt_count"));

  private final CommandEnvironment here;

  SelectionPreview(CommandEnvironment here) {
    this.here = here;
  }

  /** Returns if the user confirms, and throws otherwise. */
  void confirm(String verb, List<JsonNode> items, boolean yes) {
    var err = here.err();
    var first = items.subList(0, Math.min(SHOWN, items.size()));
    err.print(new TextTable(COLUMNS).print(first, new TerminalColors(here.terminals().err())));
    if (items.size() > SHOWN) {
      err.println("… and " + (items.size() - SHOWN) + " more");
    }
    var what = verb + " " + JobNoun.common(items).counted(items.size());
    if (yes) {
      err.println("The command will " + what + ".");
      return;
    }
    err.print("The command will " + what + ". Continue? [y/N] ");
    err.flush();
    var answer = line();
    if (!here.terminals().in()) {
      // Input that is no terminal does not echo a line break.
      err.println();
    }
    if (answer == null) {
      throw new CommandFailed(
          ExitCode.NOT_CONFIRMED,
          "Standard input contains no answer; add --yes to confirm in advance");
    }
    if (!YES.contains(answer.strip().toLowerCase(Locale.ROOT))) {
      throw new CommandFailed(
          ExitCode.NOT_CONFIRMED, "The answer was not yes; nothing was changed");
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
