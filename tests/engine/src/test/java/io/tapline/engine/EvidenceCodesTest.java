package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.Role;
import io.tapline.engine.testing.InspectedTenantTest;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Words that stored evidence has as codes: the store maps each code to the word of the engine. */
class EvidenceCodesTest extends InspectedTenantTest {

  @Test
  void codes_of_roles_have_the_same_words_in_the_store() throws SQLException {
    assertThat(words("role_word"))
        .isEqualTo(
            Stream.of(Role.values())
                .collect(Collectors.toMap(role -> String.valueOf(role.code()), Role::name)));
  }

  @Test
  void codes_of_states_have_the_same_words_in_the_store() throws SQLException {
    assertThat(words("state_word"))
        .isEqualTo(
            Stream.of(ExecutionState.values())
                .collect(Collectors.toMap(ExecutionState::codeOf, ExecutionState::name)));
    assertThat(ExecutionState.values())
        .allSatisfy(
            state ->
                assertThat(ExecutionState.ofCode(ExecutionState.codeOf(state))).isEqualTo(state));
  }

  @Test
  void codes_of_targets_are_the_first_letters_of_their_words() throws SQLException {
    assertThat(words("target_word"))
        .isEqualTo(
            Stream.of("worker", "queue", "actor")
                .collect(Collectors.toMap(word -> word.substring(0, 1), Function.identity())));
  }

  @Test
  void codes_of_event_types_are_their_places_in_the_list_of_the_store() throws SQLException {
    assertThat(list("event_types"))
        .isEqualTo(
            Stream.of(EventType.values())
                .collect(Collectors.toMap(EventType::code, EventType::wire)));
  }

  @Test
  void codes_of_actions_are_their_places_in_the_list_of_the_store() throws SQLException {
    assertThat(list("action_keys"))
        .isEqualTo(
            Stream.of(ActionKey.values())
                .collect(Collectors.toMap(ActionKey::code, ActionKey::wire)));
  }

  private static Map<Integer, String> list(String function) throws SQLException {
    var words = new HashMap<Integer, String>();
    try (var connection = test.admin();
        var rows =
            connection
                .createStatement()
                .executeQuery(
                    "select code, word from unnest(tapline."
                        + function
                        + "()) with ordinality as t(word, code)")) {
      while (rows.next()) {
        words.put(rows.getInt("code"), rows.getString("word"));
      }
    }
    return words;
  }

  /** All codes that a function of the store has a word for. */
  private static Map<String, String> words(String function) throws SQLException {
    var words = new HashMap<String, String>();
    try (var connection = test.admin();
        var rows =
            connection
                .createStatement()
                .executeQuery(
                    "select chr(c), tapline."
                        + function
                        + "(chr(c)::\"char\") as word from generate_series(1, 127) c")) {
      while (rows.next()) {
        if (rows.getString("word") != null) {
          words.put(rows.getString(1), rows.getString("word"));
        }
      }
    }
    return words;
  }

  @Test
  void evidence_shows_the_words_of_its_codes() throws SQLException {
    var subject = lab.enqueue(QUEUE);
    lab.complete(worker, lab.claim(worker, QUEUE, 1, true).claims().get(0));
    assertThat(evidence.actions(subject))
        .extracting(note -> List.of(note.role(), String.valueOf(note.target()), note.status()))
        .containsExactly(
            List.of(Role.OPERATOR.name(), "queue", "OK"),
            List.of(Role.WORKER_SERVICE.name(), "worker", "CLAIMED"),
            List.of(Role.WORKER_SERVICE.name(), "null", "OK"));
  }
}
