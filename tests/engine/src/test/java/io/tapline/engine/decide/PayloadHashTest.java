package io.tapline.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CompleteBuilder;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.FailBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.tapdb.Json;
import org.junit.jupiter.api.Test;

class PayloadHashTest {

  @Test
  void the_order_of_json_keys_does_not_matter() {
    assertThat(enqueue("{\"a\":1,\"b\":{\"c\":2,\"d\":3}}"))
        .isEqualTo(enqueue("{\"b\":{\"d\":3,\"c\":2},\"a\":1}"));
  }

  @Test
  void keys_values_and_the_order_of_a_list_do() {
    assertThat(enqueue("{\"a\":1}"))
        .isNotEqualTo(enqueue("{\"a\":2}"))
        .isNotEqualTo(enqueue("{\"b\":1}"))
        .isNotEqualTo(enqueue("{\"a\":\"1\"}"))
        .isNotEqualTo(enqueue("{}"));
    assertThat(enqueue("{\"a\":[1,2]}")).isNotEqualTo(enqueue("{\"a\":[2,1]}"));
  }

  @Test
  void key_correlation_and_trace_are_not_payload() {
    var first =
        new Cancel(
            new RequestMeta("k1", "c1", "t1"), "Z-XS-7", StatePrecondition.NOTHING, false, "r");
    var second =
        new Cancel(
            new RequestMeta("k2", "c2", "t2"), "Z-XS-7", StatePrecondition.NOTHING, false, "r");
    assertThat(HashedCommand.hash(first)).isEqualTo(HashedCommand.hash(second));
  }

  @Test
  void every_other_field_is() {
    var base = new Cancel(RequestMeta.key("k"), "Z-XS-7", StatePrecondition.NOTHING, false, "r");
    assertThat(HashedCommand.hash(base))
        .isNotEqualTo(
            HashedCommand.hash(
                new Cancel(RequestMeta.key("k"), "Z-XS-8", StatePrecondition.NOTHING, false, "r")))
        .isNotEqualTo(
            HashedCommand.hash(
                new Cancel(RequestMeta.key("k"), "Z-XS-7", StatePrecondition.NOTHING, true, "r")))
        .isNotEqualTo(
            HashedCommand.hash(
                new Cancel(RequestMeta.key("k"), "Z-XS-7", StatePrecondition.NOTHING, false, "s")))
        .isNotEqualTo(
            HashedCommand.hash(
                new Cancel(
                    RequestMeta.key("k"),
                    "Z-XS-7",
                    new StatePrecondition(ExecutionState.READY, 3L),
                    false,
                    "r")));
  }

  @Test
  void no_field_can_be_written_so_that_it_reads_as_another() {
    assertThat(fail("x, errorMessage=y", "z")).isNotEqualTo(fail("x", "y, errorMessage=z"));
    assertThat(fail("x\",\"error_message\":\"y", "z"))
        .isNotEqualTo(fail("x", "y\",\"error_message\":\"z"));
    assertThat(fail("null", "z")).isNotEqualTo(fail(null, "z"));
    assertThat(fail("", "z")).isNotEqualTo(fail(null, "z"));
  }

  @Test
  void a_payload_in_text_is_not_the_payload_itself() {
    var command = Complete.of("k", "Z-XS-7", "Z-XW-3", "Z-XL-11");
    var text =
        CompleteBuilder.builder(command)
            .actionKey("{\"b\":1,\"a\":2}")
            .resultPayload(Json.parse("{\"b\":1,\"a\":2}"))
            .build();
    var sorted =
        CompleteBuilder.builder(command)
            .actionKey("{\"a\":2,\"b\":1}")
            .resultPayload(Json.parse("{\"b\":1,\"a\":2}"))
            .build();
    assertThat(HashedCommand.hash(text)).isNotEqualTo(HashedCommand.hash(sorted));
  }

  @Test
  void it_is_a_sha_256_and_says_so() {
    assertThat(HashedCommand.hash(Claim.one("k", "Z-XW-3", DecisionFixtures.QUEUE)))
        .matches("sha256:[0-9a-f]{64}");
  }

  private static String enqueue(String properties) {
    return HashedCommand.hash(Enqueue.task("k", DecisionFixtures.QUEUE, Json.parse(properties)));
  }

  private static String fail(String code, String message) {
    return HashedCommand.hash(
        FailBuilder.builder()
            .meta(RequestMeta.key("k"))
            .subjectEuid("Z-XS-7")
            .workerEuid("Z-XW-3")
            .leaseEuid("Z-XL-11")
            .expect(StatePrecondition.NOTHING)
            .errorClass(ErrorClass.TRANSIENT_SYSTEM)
            .errorCode(code)
            .errorMessage(message)
            .build());
  }
}
