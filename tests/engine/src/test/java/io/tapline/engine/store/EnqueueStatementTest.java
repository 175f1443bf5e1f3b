package io.tapline.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.decide.EnqueueSubject;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.ActionNoteBuilder;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeText;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rows whose times the statement replaces by its own. */
class EnqueueStatementTest extends InspectedTenantTest {

  private static final Instant DECIDED = Instant.parse("2030-01-01T00:00:00.123456Z");

  @Test
  void work_that_contains_the_time_of_the_decision_is_left_to_the_general_path() {
    var plain = Enqueue.task("k", QUEUE, null);
    assertThat(takes(plain)).isTrue();
    assertThat(takes(EnqueueBuilder.builder(plain).dueAt(DECIDED).build())).isFalse();
    assertThat(
            takes(
                EnqueueBuilder.builder(plain)
                    .meta(new RequestMeta("k", "at " + TimeText.of(DECIDED), null))
                    .build()))
        .isFalse();
  }

  private boolean takes(Enqueue command) {
    var templates = new TemplateCache(new TapDb(test.serving()));
    return test.in(
        lab.tenantId(),
        tx -> {
          var statement =
              new EnqueueStatement(
                  tx, templates, new ReservedIds.Reserved(DECIDED, new Long[] {1L, 2L}));
          var queue = new DecisionRows(tx, templates).queues().byKey(Set.of(QUEUE)).get(QUEUE);
          var change = (SubjectChange) EnqueueSubject.create(command, queue, DECIDED);
          var template = templates.template(tx, Enqueue.TASK);
          var action = templates.action(tx, ActionKey.ENQUEUE_SUBJECT);
          var subject = statement.next(template);
          var note =
              ActionNoteBuilder.builder()
                  .actionKey(ActionKey.ENQUEUE_SUBJECT)
                  .toState(change.after().state())
                  .revisionAfter(change.after().revision())
                  .status("OK")
                  .execution(change.after())
                  .build();
          return statement.add(
              subject,
              template,
              null,
              null,
              change,
              ActionEntryBuilder.builder()
                  .ref(statement.next(action))
                  .template(action)
                  .subjectUid(subject.uid())
                  .note(note)
                  .build());
        });
  }
}
