package io.tapline.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.tapdb.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class SignalOnlyTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "body",
        "content",
        "raw",
        "vector",
        "embedding",
        "secret",
        "token",
        "password",
        "ssn",
        "personal_data"
      })
  void each_refused_key_is_found_at_any_depth(String key) {
    var flat = Json.object().put(key, 1);
    assertThat(SignalOnly.offender(flat)).isEqualTo(key);
    var deep = Json.object();
    deep.putArray("steps").addObject().put("ok", 1);
    ((ObjectNode) deep.get("steps").get(0)).putObject("inner").put(key, "x");
    assertThat(SignalOnly.offender(deep)).isEqualTo("steps.0.inner." + key);
  }

  @Test
  void there_are_ten_of_them() {
    assertThat(SignalOnly.REFUSED).hasSize(10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"Password\":1} | Password",
        "{\"SSN\":null} | SSN",
        "[{\"a\":[[{\"raw\":1}]]}] | 0.a.0.0.raw",
      })
  void case_and_shape_do_not_hide_a_key(String document, String path) {
    assertThat(SignalOnly.offender(Json.parse(document))).isEqualTo(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "\"password\"",
        "{\"sample\":\"S-1\",\"uri\":\"s3://lab/raw\"}",
        "{\"token_count\":3,\"body_temperature\":37}"
      })
  void references_and_scalars_pass(String document) {
    assertThat(SignalOnly.offender(Json.parse(document))).isNull();
  }

  @Test
  void nothing_at_all_passes() {
    assertThat(SignalOnly.offender(null)).isNull();
  }

  @Test
  void only_a_queue_that_takes_signals_refuses_data() {
    var command = Enqueue.task("k", DecisionFixtures.QUEUE, Json.object().put("body", "text"));
    var decision = EnqueueSubject.create(command, signalsOnly(), DecisionFixtures.NOW);
    assertThat(((RefusedDecision) decision).refusal().code()).isEqualTo(Code.PAYLOAD_REFUSED);
    assertThat(((RefusedDecision) decision).refusal().field()).isEqualTo("properties.body");
    assertThat(
            EnqueueSubject.create(
                command,
                DecisionFixtures.queue(DecisionFixtures.QUEUE, true),
                DecisionFixtures.NOW))
        .isInstanceOf(SubjectChange.class);
  }

  private static Queue signalsOnly() {
    var policy =
        (ObjectNode) Json.tree(DecisionFixtures.queue(DecisionFixtures.QUEUE, true).policy());
    policy.put("payload_policy", "SIGNAL_ONLY");
    return new Queue(1, "Z-XQ-1", Json.read(policy, QueuePolicy.class));
  }
}
