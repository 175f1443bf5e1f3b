package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.CorrelationRefs;
import io.tapline.api.ErrorClass;
import io.tapline.api.SubjectItem;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.EnqueueLinks;
import io.tapline.api.request.Prepare;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.read.subject.SubjectFilter;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.Json;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The search for subjects: by name, correlation, barcode, EUID and worker. */
class SubjectSearchTest extends ListedSubjects {

  @Test
  void a_search_finds_by_name_correlation_and_barcode_each_subject_once() {
    var named =
        enqueue(task -> task.subjectName("S-7").properties(Json.object().put("barcode", "S-7")));
    var longer = enqueueNamed("S-70");
    var correlated =
        enqueue(
            task -> task.meta(correlated("S-7")).properties(Json.object().put("barcode", "S-7")));
    var coded = enqueue(task -> task.properties(Json.object().put("barcode", "S-7")));
    var bulky =
        enqueue(
            task ->
                task.properties(
                    Json.object().put("barcode", "S-7").put("notes", "x".repeat(5_000))));
    enqueue(
        task ->
            task.subjectName("s-7")
                .meta(correlated("S-70"))
                .properties(Json.object().put("barcode", "S-70")));
    assertThat(euids(SubjectFilter.search("S-7")))
        .containsExactly(named, longer, correlated, coded, bulky);
    assertThat(euids(SubjectFilter.search(" S-70 "))).contains(longer).hasSize(2);
    assertThat(euids(SubjectFilter.search("S-8"))).isEmpty();
  }

  @Test
  void a_part_of_a_name_is_found_where_nothing_else_goes_by_it() {
    var left = enqueueNamed("Plate 00117 left");
    var right = enqueueNamed("plate 00117 RIGHT");
    assertThat(euids(SubjectFilter.search("00117"))).containsExactlyInAnyOrder(left, right);
    assertThat(euids(SubjectFilter.search("7 Right"))).containsExactly(right);
    // Letters that are not of ASCII go by the rules of the database.
    var umlaut = enqueueNamed("probe Blüte 3");
    assertThat(euids(SubjectFilter.search("lüte"))).containsExactly(umlaut);
    assertThat(euids(SubjectFilter.search("TE 3"))).containsExactly(umlaut);
    // Page by page, each of them once.
    var first = page(SubjectFilter.search("00117"), 1, null);
    var second = page(SubjectFilter.search("00117"), 1, first.nextCursor());
    assertThat(List.of(first.items().get(0).subjectEuid(), second.items().get(0).subjectEuid()))
        .containsExactlyInAnyOrder(left, right);
    // A scanner's barcode still leads to one thing.
    var coded =
        enqueue(
            task -> task.subjectName("x 4711 y").properties(Json.object().put("barcode", "4711")));
    enqueueNamed("z 4711 z");
    var scanned = page(SubjectFilter.search("4711"), ALL, null);
    assertThat(scanned.items()).extracting(SubjectItem::subjectEuid).containsExactly(coded);
    assertThat(scanned.nextCursor()).isNull();
  }

  @Test
  void a_part_of_a_name_is_looked_for_so_many_names_at_a_time() {
    for (int i = 0; i < 60; i++) {
      enqueueNamed("name " + (1_000 + i));
    }
    var last = enqueueNamed("zz-needle-zz");
    var found = page(SubjectFilter.search("needle"), 1, null);
    assertThat(found.items()).extracting(SubjectItem::subjectEuid).containsExactly(last);
    assertThat(found.nextCursor()).isNull();
  }

  @Test
  void a_barcode_may_be_anything_that_json_can_say() {
    var number = enqueue(task -> task.properties(Json.object().put("barcode", 12345)));
    var huge = enqueue(task -> task.properties(Json.object().put("barcode", "9".repeat(1_000))));
    assertThat(euids(SubjectFilter.search("12345"))).containsExactly(number);
    assertThat(euids(SubjectFilter.search("9".repeat(200)))).containsExactly(huge);
    var decimal =
        enqueue(task -> task.properties(Json.object().put("barcode", new BigDecimal("1.5E+3"))));
    assertThat(euids(SubjectFilter.search("1500"))).containsExactly(decimal);
    enqueue(task -> task.properties(Json.object().set("barcode", Json.object().put("a", 1))));
    assertThat(new InvariantChecker(lab.engine()).check(lab.tenantId())).isEmpty();
  }

  @Test
  void a_subject_that_is_sent_with_another_correlation_is_found_by_that_one() {
    var subject =
        asOperator(new Prepare(correlated("RUN-OLD"), Enqueue.TASK, "prepared", null, null))
            .subjectEuid();
    assertThat(euids(SubjectFilter.search("RUN-OLD"))).containsExactly(subject);
    asOperator(
        EnqueueBuilder.builder()
            .meta(correlated("RUN-NEW"))
            .subjectEuid(subject)
            .queueKey(QUEUE)
            .ties(EnqueueLinks.of(null, new CorrelationRefs("TRX-1", null, "R-1", null)))
            .build());
    assertThat(euids(SubjectFilter.search("RUN-OLD"))).isEmpty();
    for (var text : List.of("RUN-NEW", "TRX-1", "R-1", "prep")) {
      assertThat(euids(SubjectFilter.search(text))).as(text).containsExactly(subject);
    }
    assertThat(new InvariantChecker(lab.engine()).check(lab.tenantId())).isEmpty();
  }

  @Test
  void a_search_by_euid_leads_from_whatever_is_about_a_subject_to_the_subject() {
    var subject = lab.enqueue(QUEUE);
    var claim = lab.claimAndStart(worker, QUEUE);
    var failed = lab.fail(worker, claim, ErrorClass.PERMANENT_INPUT);
    var other = lab.enqueue(QUEUE);
    var hold = lab.hold(other).holdEuid();
    assertThat(kindOf(subject, subject)).isEqualTo("subject");
    assertThat(kindOf(claim.leaseEuid(), subject)).isEqualTo("lease");
    assertThat(kindOf(claim.recordEuid(), subject)).isEqualTo("record");
    assertThat(kindOf(failed.deadLetterEuid(), subject)).isEqualTo("dead_letter");
    assertThat(kindOf(failed.actionEuid(), subject)).isEqualTo("action");
    assertThat(kindOf(hold, other)).isEqualTo("hold");
    assertThat(kindOf(subject.toLowerCase(java.util.Locale.ROOT), subject)).isEqualTo("subject");
  }

  @Test
  void a_search_for_a_worker_finds_it_and_what_it_had_last() {
    var done = lab.enqueue(QUEUE);
    lab.complete(worker, lab.claimOne(worker, QUEUE));
    var held = lab.enqueue(QUEUE);
    lab.claimOne(worker, QUEUE);
    for (var text : List.of("w1", worker)) {
      var page = page(SubjectFilter.search(text), ALL, null);
      assertThat(page.found()).hasSize(1);
      assertThat(page.found().get(0).kind()).isEqualTo("worker");
      assertThat(page.found().get(0).euid()).isEqualTo(worker);
      assertThat(page.found().get(0).name()).isEqualTo("w1");
      assertThat(page.items()).extracting(SubjectItem::subjectEuid).containsExactly(held, done);
    }
  }

  @Test
  void nothing_of_another_tenant_is_found() {
    var theirs = InspectedTenant.in(test).queue(QUEUE);
    var subject = theirs.enqueue(QUEUE);
    assertThat(page(SubjectFilter.search(subject), ALL, null).items()).isEmpty();
    assertThat(page(SubjectFilter.search(subject), ALL, null).found()).isEmpty();
  }

  private String kindOf(String asked, String subject) {
    var page = page(SubjectFilter.search(asked), ALL, null);
    assertThat(page.items()).extracting(SubjectItem::subjectEuid).containsExactly(subject);
    assertThat(page.found().get(0).subjectEuid()).isEqualTo(subject);
    return page.found().get(0).kind();
  }
}
