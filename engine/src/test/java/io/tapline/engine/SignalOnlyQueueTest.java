package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.Meta;
import io.tapline.engine.command.Prepare;
import io.tapline.engine.command.QueueFields;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.PayloadPolicy;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.testing.Lab;
import io.tapline.engine.testing.TestEngine;
import io.tapline.tapdb.Json;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Signal, not data: what a queue that takes only signals refuses. */
class SignalOnlyQueueTest {

  private static TestEngine test;

  @BeforeAll
  static void open() {
    test = new TestEngine();
  }

  @AfterAll
  static void close() {
    test.close();
  }

  @Test
  void data_is_refused_at_any_depth_before_anything_is_written() {
    var lab = test.lab().queue("signals", signalsOnly());
    var data = Json.parse("{\"refs\":[{\"deep\":{\"password\":\"x\"}}]}");
    var refused =
        catchThrowableOfType(
            RefusedException.class,
            () -> lab.engine().execute(lab.operator, Enqueue.task(Lab.key(), "signals", data)));
    assertThat(refused.code()).isEqualTo(Code.PAYLOAD_REFUSED);
    assertThat(refused.refusal().field()).isEqualTo("properties.refs.0.deep.password");
    assertThat(lab.count("instance_subject where tenant_id = ?", lab.tenantId())).isZero();
    var signal = Json.parse("{\"payload_ref\":\"s3://bucket/1\"}");
    assertThat(
            lab.engine()
                .execute(lab.operator, Enqueue.task(Lab.key(), "signals", signal))
                .subjectEuid())
        .isNotNull();
  }

  @Test
  void a_prepared_subject_that_carries_data_is_refused_too() {
    var lab = test.lab().queue("signals", signalsOnly());
    var prepared =
        lab.engine()
            .execute(
                lab.operator,
                new Prepare(
                    Meta.key(Lab.key()),
                    Enqueue.TASK,
                    null,
                    Json.parse("{\"body\":\"text\"}"),
                    null))
            .subjectEuid();
    var refused =
        catchThrowableOfType(
            RefusedException.class,
            () ->
                lab.engine()
                    .execute(
                        lab.operator,
                        new Enqueue(
                            Meta.key(Lab.key()),
                            null,
                            prepared,
                            null,
                            null,
                            "signals",
                            null,
                            null,
                            null,
                            null,
                            null,
                            null)));
    assertThat(refused.code()).isEqualTo(Code.PAYLOAD_REFUSED);
  }

  private static QueueFields signalsOnly() {
    return new QueueFields(
        null,
        null,
        null,
        null,
        null,
        List.of(Enqueue.TASK),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        PayloadPolicy.SIGNAL_ONLY,
        null,
        null,
        null);
  }
}
