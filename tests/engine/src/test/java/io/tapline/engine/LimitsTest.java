package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.EventType;
import io.tapline.api.JobView;
import io.tapline.api.Limits;
import io.tapline.api.Page;
import io.tapline.api.request.Claim;
import io.tapline.api.request.CreateWebhook;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.SettleDelivery;
import io.tapline.api.request.StatePrecondition;
import io.tapline.api.request.WebhookFieldsBuilder;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.WebhookLetter;
import io.tapline.engine.read.evidence.ActionFilterBuilder;
import io.tapline.engine.read.evidence.EventFilterBuilder;
import io.tapline.engine.read.evidence.EventView;
import io.tapline.engine.read.job.JobFilter;
import io.tapline.engine.store.AnswerBytes;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TimeCursor;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Every limit on both of its sides. */
class LimitsTest extends InspectedTenantTest {

  private static final int LARGE = 250_000;

  /** So many large documents are within the size of one answer. */
  private static final int FITTING = (int) (AnswerBytes.MOST / LARGE);

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

  /** Makes more objects with a large document than one answer holds, and returns their EUIDs. */
  private static List<String> large(Function<ObjectNode, String> make) {
    return IntStream.range(0, FITTING + 10).mapToObj(i -> make.apply(sized(LARGE))).toList();
  }

  private List<String> enqueueLarge() {
    return large(
        properties ->
            asOperator(Enqueue.task(InspectedTenant.key(), QUEUE, properties)).subjectEuid());
  }

  private List<String> holdLarge(String subject) {
    return large(
        metadata ->
            asOperator(
                    new PlaceHold(
                        RequestMeta.key(InspectedTenant.key()),
                        subject,
                        StatePrecondition.NOTHING,
                        null,
                        "QC_REVIEW",
                        "contaminated?",
                        metadata))
                .holdEuid());
  }

  /** All items of a list, read by pages of which each fits in one answer. */
  private static <T> List<T> readAll(Function<String, Page<T>> list) {
    var all = new ArrayList<T>();
    String cursor = null;
    do {
      var page = list.apply(cursor);
      assertThat(Json.bytes(page)).hasSizeLessThan((int) AnswerBytes.MOST * 5 / 4);
      all.addAll(page.items());
      cursor = page.nextCursor();
    } while (cursor != null);
    return all;
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
    var jobs = lab.engine().reads().jobLists();
    assertThat(readAll(cursor -> jobs.page(lab.tenantId(), JobFilter.NONE, 500, cursor)))
        .extracting(JobView::jobId)
        .doesNotHaveDuplicates()
        .containsAll(made);
  }

  @Test
  void a_page_of_holds_ends_with_what_one_answer_holds_and_its_cursor_goes_on() {
    var placed = holdLarge(lab.enqueue(QUEUE));
    var holds = lab.engine().reads().evidence();
    assertThat(readAll(cursor -> holds.holds(lab.tenantId(), null, 500, cursor)))
        .extracting(hold -> hold.path("hold_euid").asString())
        .isEqualTo(placed);
  }

  @Test
  void a_page_of_actions_ends_with_what_one_answer_holds_and_its_cursor_goes_on() {
    var subject = lab.enqueue(QUEUE);
    var placed = new ArrayList<>(holdLarge(subject));
    Collections.reverse(placed);
    var actions = lab.engine().reads().actions();
    var filter = ActionFilterBuilder.builder().action(ActionKey.PLACE_EXECUTION_HOLD).build();
    assertThat(readAll(cursor -> actions.page(lab.tenantId(), filter, 500, cursor)))
        .extracting(action -> action.path("hold_euid").asString())
        .isEqualTo(placed);
    long uid = EuidMint.uidOf(subject).orElseThrow();
    assertThat(readAll(cursor -> actions.actionsOf(lab.tenantId(), uid, 500, cursor)))
        .extracting(action -> action.path("hold_euid").asString(null))
        .filteredOn(Objects::nonNull)
        .isEqualTo(placed);
  }

  @Test
  void a_page_of_dead_letters_of_a_webhook_ends_with_what_one_answer_holds() {
    var fields =
        WebhookFieldsBuilder.builder()
            .name("hook")
            .url("https://192.0.2.1/hook")
            .secret("sealed ".repeat(8))
            .build();
    var meta = RequestMeta.key(InspectedTenant.key());
    var webhook =
        asAdmin(new CreateWebhook(meta, fields, "test")).document().path("webhook_euid").asString();
    var made =
        large(
            event ->
                asAdmin(
                        new SettleDelivery(
                            RequestMeta.key(InspectedTenant.key()),
                            webhook,
                            null,
                            false,
                            10,
                            "HTTP 500",
                            event,
                            null))
                    .document()
                    .path("dead_letter_euid")
                    .asString());
    var webhooks = lab.engine().reads().webhooks();
    assertThat(readAll(cursor -> webhooks.letters(lab.tenantId(), webhook, null, 500, cursor)))
        .extracting(WebhookLetter.View::deadLetterEuid)
        .isEqualTo(made);
  }

  @Test
  void a_page_of_events_reads_as_many_actions_as_one_answer_holds_and_the_feed_goes_on() {
    var subject = lab.enqueue(QUEUE);
    int placed = holdLarge(subject).size();
    var events = lab.events();
    for (var narrowed : Arrays.asList(null, subject)) {
      var held = new ArrayList<String>();
      var after = FeedCursor.START;
      for (boolean ended = false; !ended; ) {
        var page = events.steps(lab.tenantId(), after, narrowed, 500);
        var read = page.steps().stream().flatMap(step -> heldIds(step.events())).toList();
        assertThat(read).hasSizeLessThanOrEqualTo(FITTING + 1);
        held.addAll(read);
        after = page.steps().isEmpty() ? after : page.steps().get(page.steps().size() - 1).cursor();
        ended = page.ended();
      }
      assertThat(held).hasSize(placed).doesNotHaveDuplicates();

      var first = events.page(lab.tenantId(), FeedCursor.START, narrowed, null, 500);
      var next = FeedCursor.parse(first.nextCursor());
      var second = events.page(lab.tenantId(), next, narrowed, null, 500);
      assertThat(heldIds(first.items())).hasSizeLessThanOrEqualTo(FITTING + 1);
      assertThat(Stream.concat(heldIds(first.items()), heldIds(second.items())).toList())
          .isEqualTo(held);

      var ofType = EventFilterBuilder.builder().type(EventType.JOB_HELD).build();
      var told = events.inTimeOrder(lab.tenantId(), ofType, null, 500);
      var later = TimeCursor.parse(told.nextCursor());
      assertThat(later).as("the list of one type goes on").isNotNull();
      var rest = events.inTimeOrder(lab.tenantId(), ofType, later, 500);
      assertThat(Stream.concat(heldIds(told.items()), heldIds(rest.items())).toList())
          .isEqualTo(held);
    }
  }

  private static Stream<String> heldIds(List<EventView> events) {
    return events.stream().filter(event -> event.type() == EventType.JOB_HELD).map(EventView::id);
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
