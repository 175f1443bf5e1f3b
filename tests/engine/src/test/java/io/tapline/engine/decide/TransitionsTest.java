package io.tapline.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ExecutionState;
import io.tapline.engine.decide.Transitions.Transition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransitionsTest {

  private static final Path PAGE = Path.of("../..", "docs", "architecture.md");
  private static final Path DRAWN = Path.of("target", "state-diagram.mmd");
  private static final String OPENS = "```mermaid\nstateDiagram-v2\n";

  @Test
  void the_diagram_in_the_docs_is_the_table() throws IOException {
    var drawn = draw();
    Files.createDirectories(DRAWN.getParent());
    Files.writeString(DRAWN, drawn);
    assertThat(diagramOf(Files.readString(PAGE)))
        .as(
            "The state diagram in docs/architecture.md is not the table in Transitions.java. If the"
                + " table is right, replace the block by engine/target/state-diagram.mmd, which"
                + " this test has just drawn, and read what changed.")
        .isEqualTo(drawn);
  }

  /** The table as it was asked for; the diagram above is drawn from ours and would follow it. */
  @ParameterizedTest
  @CsvSource({
    "ENQUEUE_SUBJECT,          PENDING,          READY",
    "CLAIM_QUEUE_ITEM,         READY,            READY",
    "START_QUEUE_EXECUTION,    READY,            RUNNING",
    "COMPLETE_QUEUE_EXECUTION, RUNNING,          COMPLETED",
    "COMPLETE_QUEUE_EXECUTION, RUNNING,          READY",
    "FAIL_QUEUE_EXECUTION,     RUNNING,          FAILED_RETRYABLE",
    "CLAIM_QUEUE_ITEM,         FAILED_RETRYABLE, FAILED_RETRYABLE",
    "START_QUEUE_EXECUTION,    FAILED_RETRYABLE, RUNNING",
    "RELEASE_EXECUTION_HOLD,   HELD,             READY",
    "RELEASE_EXECUTION_HOLD,   HELD,             FAILED_RETRYABLE",
    "FAIL_QUEUE_EXECUTION,     READY,            FAILED_TERMINAL",
    "FAIL_QUEUE_EXECUTION,     FAILED_RETRYABLE, FAILED_TERMINAL",
    "FAIL_QUEUE_EXECUTION,     RUNNING,          FAILED_TERMINAL",
    "DISPATCH_EXTERNAL,        RUNNING,          WAITING_EXTERNAL",
    "RECORD_EXTERNAL_RESULT,   WAITING_EXTERNAL, READY",
    "RECORD_EXTERNAL_RESULT,   WAITING_EXTERNAL, RUNNING",
    "RECORD_EXTERNAL_RESULT,   WAITING_EXTERNAL, COMPLETED",
    "RECORD_EXTERNAL_RESULT,   WAITING_EXTERNAL, FAILED_RETRYABLE",
    "RECORD_EXTERNAL_RESULT,   WAITING_EXTERNAL, FAILED_TERMINAL",
  })
  void every_row_that_was_asked_for_is_in_the_table(
      ActionKey action, ExecutionState from, ExecutionState to) {
    assertThat(Transitions.allows(action, from, to)).isTrue();
  }

  @Test
  void no_row_stands_twice() {
    assertThat(Transitions.all()).doesNotHaveDuplicates();
  }

  @Test
  void only_a_requeue_leaves_a_terminal_state() {
    assertThat(Transitions.all())
        .filteredOn(row -> row.from() != null && row.from().terminal() && row.to() != row.from())
        .allMatch(row -> row.action() == ActionKey.REQUEUE_SUBJECT)
        .extracting(Transition::from)
        .containsExactlyInAnyOrder(
            ExecutionState.FAILED_TERMINAL, ExecutionState.CANCELED, ExecutionState.COMPLETED);
  }

  @Test
  void every_state_that_is_not_terminal_can_be_held_and_cancelled() {
    for (var state : ExecutionState.values()) {
      assertThat(Transitions.allows(ActionKey.PLACE_EXECUTION_HOLD, state, ExecutionState.HELD))
          .isEqualTo(!state.terminal());
      assertThat(
              Transitions.allows(
                  ActionKey.CANCEL_SUBJECT_EXECUTION, state, ExecutionState.CANCELED))
          .isEqualTo(!state.terminal());
    }
  }

  @Test
  void a_held_subject_knows_only_hold_release_cancel_and_the_requeue_of_an_admin() {
    assertThat(Transitions.all())
        .filteredOn(row -> row.from() == ExecutionState.HELD)
        .extracting(Transition::action)
        .containsOnly(
            ActionKey.PLACE_EXECUTION_HOLD,
            ActionKey.RELEASE_EXECUTION_HOLD,
            ActionKey.CANCEL_SUBJECT_EXECUTION,
            ActionKey.REQUEUE_SUBJECT);
  }

  @Test
  void a_claim_a_renewal_and_progress_leave_the_state_as_it_is() {
    assertThat(Transitions.all())
        .filteredOn(
            row ->
                row.action() == ActionKey.CLAIM_QUEUE_ITEM
                    || row.action() == ActionKey.RENEW_QUEUE_LEASE
                    || row.action() == ActionKey.REPORT_PROGRESS)
        .isNotEmpty()
        .allMatch(row -> row.from() == row.to());
  }

  /** One arrow per pair of states, with every action that may take it. */
  private static String draw() {
    var arrows = new TreeMap<String, java.util.List<Transition>>();
    Transitions.all().stream()
        .sorted(Comparator.comparing(Transition::action))
        .forEach(
            row -> arrows.computeIfAbsent(order(row), key -> new java.util.ArrayList<>()).add(row));
    var text = new StringBuilder("stateDiagram-v2\n");
    arrows
        .values()
        .forEach(
            rows ->
                text.append("  ")
                    .append(rows.get(0).from() == null ? "[*]" : rows.get(0).from())
                    .append(" --> ")
                    .append(rows.get(0).to())
                    .append(" : ")
                    .append(
                        rows.stream()
                            .map(row -> row.action().wire())
                            .collect(Collectors.joining("<br/>")))
                    .append('\n'));
    return text.toString();
  }

  private static String order(Transition row) {
    int from = row.from() == null ? 0 : row.from().ordinal() + 1;
    return from + "/" + row.to().ordinal();
  }

  private static String diagramOf(String page) {
    int from = page.indexOf(OPENS);
    assertThat(from).as("docs/architecture.md has no state diagram").isNotNegative();
    int to = page.indexOf("```", from + OPENS.length());
    return page.substring(from + "```mermaid\n".length(), to);
  }
}
