package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.Limits;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.read.job.JobFilter;
import io.tapline.engine.store.AnswerBytes;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Every limit on both of its sides. */
class LimitsTest extends InspectedTenantTest {

  @Test
  void properties_of_256_kib_are_taken_and_one_byte_more_is_not() {
    var fits = sized(256 * 1024);
    asOperator(Enqueue.task(InspectedTenant.key(), QUEUE, fits));
    assertThat(lab.claimOne(worker, QUEUE).properties()).isEqualTo(fits);
    refused(
        Code.PAYLOAD_TOO_LARGE,
        "properties",
        () -> asOperator(Enqueue.task(InspectedTenant.key(), QUEUE, sized(256 * 1024 + 1))));
  }

  @Test
  void bytes_are_counted_not_characters() {
    var fits = Json.object().put("t", "é".repeat((256 * 1024 - 8) / 2));
    asOperator(Enqueue.task(InspectedTenant.key(), QUEUE, fits));
    assertThat(lab.claimOne(worker, QUEUE).properties()).isEqualTo(fits);
    refused(
        Code.PAYLOAD_TOO_LARGE,
        "properties",
        () ->
            asOperator(Enqueue.task(InspectedTenant.key(), QUEUE, fits.deepCopy().put("t2", ""))));
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 1_499, 1_500, 1_501, 1_502, 10_000})
  void properties_come_back_identical_wherever_they_are_kept(int bytes) {
    var properties = sized(bytes);
    asOperator(Enqueue.task(InspectedTenant.key(), QUEUE, properties));
    var item = lab.claimOne(worker, QUEUE);
    assertThat(item.properties()).isEqualTo(properties);
    lab.release(worker, item);
    assertThat(lab.claim(worker, QUEUE, 5, true).claims())
        .extracting(ClaimAnswer.Item::properties)
        .containsExactly(properties);
  }

  @Test
  void a_claim_takes_500_items_and_not_501() {
    lab.enqueue(QUEUE, 501);
    refused(Code.VALIDATION_FAILED, "max_items", () -> lab.claim(worker, QUEUE, 501, false));
    refused(Code.VALIDATION_FAILED, "max_items", () -> lab.claim(worker, QUEUE, 0, false));
    assertThat(lab.claim(worker, QUEUE, 500, false).claims()).hasSize(500);
  }

  /** More than one answer holds. */
  private List<String> enqueueLarge() {
    int bytes = 250_000;
    int count = (int) (AnswerBytes.MOST / bytes) + 10;
    var made = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      var task = Enqueue.task(InspectedTenant.key(), QUEUE, sized(bytes));
      made.add(asOperator(task).subjectEuid());
    }
    return made;
  }

  @Test
  void a_claim_hands_out_as_much_as_one_answer_holds_and_the_rest_stays() {
    int count = enqueueLarge().size();
    var command = Claim.batch(InspectedTenant.key(), worker, QUEUE, 500, false);
    var first = lab.engine().claim(lab.service, command);
    assertThat(first.claims()).hasSizeBetween(2, count - 1);
    assertThat(Json.bytes(first)).hasSizeLessThan((int) AnswerBytes.MOST * 5 / 4);
    var replayed = lab.engine().claim(lab.service, command);
    assertThat(replayed.claims()).isEqualTo(first.claims());
    var second = lab.claim(worker, QUEUE, 500, false);
    assertThat(first.claims().size() + second.claims().size())
        .as("what was not handed out is claimed next")
        .isEqualTo(count);
    assertThat(lab.claim(worker, QUEUE, 500, false).claims()).isEmpty();
  }

  @Test
  void a_page_of_jobs_ends_with_what_one_answer_holds_and_its_cursor_goes_on() {
    var made = enqueueLarge();
    var seen = new ArrayList<String>();
    String cursor = null;
    do {
      var page = lab.engine().reads().jobLists().page(lab.tenantId(), JobFilter.NONE, 500, cursor);
      assertThat(Json.bytes(page)).hasSizeLessThan((int) AnswerBytes.MOST * 5 / 4);
      page.items().forEach(job -> seen.add(job.jobId()));
      cursor = page.nextCursor();
    } while (cursor != null);
    assertThat(seen).doesNotHaveDuplicates().containsAll(made);
  }

  @Test
  void a_batch_of_1000_is_enqueued_and_1001_is_refused_as_a_whole() {
    refused(
        Code.VALIDATION_FAILED,
        "items",
        () -> lab.engine().executeAll(lab.operator, tasks(Limits.ENQUEUE + 1)));
    var outcomes = lab.engine().executeAll(lab.operator, tasks(Limits.ENQUEUE));
    assertThat(outcomes).noneMatch(ItemOutcome::refused).hasSize(1_000);
  }

  @Test
  void a_key_has_200_characters_at_most() {
    var key = "k".repeat(Limits.KEY);
    asOperator(Enqueue.task(key, QUEUE, null));
    refused(
        Code.VALIDATION_FAILED,
        "idempotency_key",
        () -> asOperator(Enqueue.task(key + "k", QUEUE, null)));
    refused(
        Code.VALIDATION_FAILED,
        "idempotency_key",
        () -> asOperator(Enqueue.task(" ", QUEUE, null)));
    refused(
        Code.VALIDATION_FAILED,
        "idempotency_key",
        () -> asOperator(Enqueue.task(null, QUEUE, null)));
  }

  @Test
  void priorities_and_attempts_have_their_ranges() {
    var task = Enqueue.task(InspectedTenant.key(), QUEUE, null);
    asOperator(
        AlteredRecord.with(task, "priority", Limits.PRIORITY, "max_attempts", Limits.ATTEMPTS));
    refused(
        Code.VALIDATION_FAILED,
        "priority",
        () -> asOperator(AlteredRecord.with(task, "priority", Limits.PRIORITY + 1)));
    refused(
        Code.VALIDATION_FAILED,
        "max_attempts",
        () -> asOperator(AlteredRecord.with(task, "max_attempts", Limits.ATTEMPTS + 1)));
    lab.queue("week", InspectedTenant.fields(Limits.LEASE_TTL_SECONDS, 1));
    refused(
        Code.VALIDATION_FAILED,
        "lease_ttl_seconds",
        () -> lab.queue("w", InspectedTenant.fields(Limits.LEASE_TTL_SECONDS + 1, 1)));
  }

  @Test
  void documents_have_48_levels_numbers_500_digits_and_keys_4000_characters() {
    var number = BigInteger.TEN.pow(Limits.DIGITS - 1);
    var key = "k".repeat(Limits.TEXT);
    var fits = nested(Limits.NESTING).put("n", number).put(key, 1);
    asOperator(Enqueue.task(InspectedTenant.key(), QUEUE, fits));
    assertThat(lab.claimOne(worker, QUEUE).properties()).isEqualTo(fits);
    for (var over :
        List.of(
            nested(Limits.NESTING + 1),
            Json.object().put("n", number.multiply(BigInteger.TEN)),
            Json.object().put(key + "k", 1))) {
      refused(
          Code.VALIDATION_FAILED,
          "properties",
          () -> asOperator(Enqueue.task(InspectedTenant.key(), QUEUE, over)));
    }
  }

  private static List<Enqueue> tasks(int count) {
    return new ArrayList<>(
        IntStream.range(0, count)
            .mapToObj(i -> Enqueue.task(InspectedTenant.key(), QUEUE, null))
            .toList());
  }

  /** A document of exactly so many bytes, with something of every kind in it. */
  private static ObjectNode sized(int bytes) {
    var properties = Json.object().put("n", 1.5).put("b", true).putNull("z");
    properties.putArray("l").add(1).add("ü");
    properties.put("fill", "");
    int left =
        bytes - properties.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
    return properties.put("fill", "x".repeat(left));
  }

  private static ObjectNode nested(int depth) {
    var root = Json.object();
    var inner = root;
    for (int i = 1; i < depth; i++) {
      inner = inner.putObject("a");
    }
    return root;
  }
}
