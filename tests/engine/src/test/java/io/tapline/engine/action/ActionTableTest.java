package io.tapline.engine.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.api.ActionKey;
import io.tapline.api.request.Command;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.SubjectCommand;
import io.tapline.tapdb.Json;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of actions is whole, and its columns agree with each other. */
class ActionTableTest {

  @ParameterizedTest
  @EnumSource(ActionKey.class)
  void an_empty_request_is_read_into_the_record_of_its_row(ActionKey action) {
    var row = ActionTable.of(action);
    assertThat(row.key()).isEqualTo(action);
    var command = ActionTable.of(action).read(Json.object(), "k", null);
    assertThat(command).isInstanceOf(row.request());
    assertThat(command.action()).isEqualTo(action);
  }

  @ParameterizedTest
  @EnumSource(ActionKey.class)
  void actions_on_subjects_have_a_decision_and_others_have_none(ActionKey action) {
    var row = ActionTable.of(action);
    boolean onSubject = SubjectCommand.class.isAssignableFrom(row.request());
    assertThat(row.group() == ActionGroup.SUBJECT).isEqualTo(onSubject);
    assertThat(row.decision() != null).isEqualTo(onSubject);
    if (!onSubject) {
      assertThat(row.needs()).isEmpty();
      assertThatThrownBy(() -> row.decide(null, null)).hasMessageContaining(action.name());
    }
  }

  @Test
  void every_request_but_those_of_packs_has_a_row() {
    Set<Class<?>> requests =
        Arrays.stream(ActionKey.values())
            .map(action -> ActionTable.of(action).request())
            .collect(Collectors.toCollection(HashSet::new));
    requests.add(PerformAction.class);
    assertThat(records(Command.class)).containsExactlyInAnyOrderElementsOf(requests);
  }

  private static Stream<Class<?>> records(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(ActionTableTest::records)
        : Stream.of(type);
  }
}
