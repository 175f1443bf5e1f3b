package io.tapline.packs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.DomainKey;
import io.tapline.api.ExecutionState;
import io.tapline.api.PayloadPolicy;
import io.tapline.api.SubjectItem;
import io.tapline.api.request.PerformActionBuilder;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.EvidenceRetirement;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.read.subject.SubjectFilter;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.packs.wetlab.WetLabTemplates;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.ScratchEngine;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Properties of a material change by an operator, for a reason, and nothing is lost. */
class PropertyUpdateTest {

  private static final String REGISTERED =
      "{'specimen_name':'S','status':'received','properties':{'patient_id':'P-0','ml':2},"
          + "'atlas_context':{'atlas_tenant_id':'T1','atlas_trf_euid':'TRF-ORIG'}}";
  private static final JsonNode CHANGES =
      PackFixture.fields(
          "{'status':'accepted','properties':{'patient_id':'P-1'},"
              + "'atlas_context':{'atlas_trf_euid':'TRF-NEW'}}");

  private static ScratchEngine test;
  private static PackFixture bench;

  @BeforeAll
  static void open() {
    test = PackFixture.engine();
    bench = new PackFixture(test);
  }

  @AfterAll
  static void close() {
    test.close();
  }

  private static ActionAnswer update(String subject, JsonNode fields) {
    return bench.about(bench.lab.operator, "update_material", subject, "label misread", fields);
  }

  private static Code refused(String subject) {
    return bench.refused(() -> update(subject, CHANGES));
  }

  @Test
  void an_update_keeps_before_and_after_and_the_registration_its_own() {
    var specimen = bench.material(REGISTERED);
    var registered = bench.evidence.lastAction(specimen).result().path("properties");
    assertThat(registered)
        .isEqualTo(
            PackFixture.fields(
                "{'patient_id':'P-0','ml':2,'status':'received',"
                    + "'atlas_context':{'atlas_tenant_id':'T1','atlas_trf_euid':'TRF-ORIG'}}"));
    var revision = bench.lab.envelope(specimen).revision();

    var answer = update(specimen, CHANGES);

    var after =
        PackFixture.fields(
            "{'patient_id':'P-1','ml':2,'status':'accepted',"
                + "'atlas_context':{'atlas_tenant_id':'T1','atlas_trf_euid':'TRF-NEW'}}");
    assertThat(answer.document().path("after")).as("keys not sent stay").isEqualTo(after);
    var note = bench.evidence.lastAction(specimen);
    assertThat(note.result().path("before")).isEqualTo(registered);
    assertThat(note.result().path("after")).isEqualTo(after);
    assertThat(note.reason()).isEqualTo("label misread");
    assertThat(note.fromState()).isEqualTo(ExecutionState.PENDING);
    assertThat(note.toState()).isEqualTo(ExecutionState.PENDING);
    assertThat(note.revisionBefore()).isEqualTo(revision);
    assertThat(note.revisionAfter()).isEqualTo(revision + 1);
    assertThat(bench.lab.envelope(specimen).revision()).isEqualTo(revision + 1);
    assertThat(new InvariantChecker(bench.lab.engine()).check(bench.lab.tenantId())).isEmpty();
  }

  @Test
  void a_search_finds_a_material_by_its_present_barcode_only() {
    var specimen = bench.material("{'specimen_name':'S','properties':{'barcode':'B-OLD'}}");
    assertThat(found("B-OLD")).containsExactly(specimen);
    update(specimen, PackFixture.fields("{'properties':{'barcode':'B-NEW'}}"));
    assertThat(found("B-OLD")).isEmpty();
    assertThat(found("B-NEW")).containsExactly(specimen);
    update(specimen, PackFixture.fields("{'properties':{'barcode':'B-OLD'}}"));
    assertThat(found("B-OLD")).containsExactly(specimen);
    assertThat(new InvariantChecker(bench.lab.engine()).check(bench.lab.tenantId())).isEmpty();
  }

  @Test
  void a_former_barcode_is_erased_when_the_material_is_retired() {
    var specimen = bench.material("{'specimen_name':'S','properties':{'barcode':'B-FIRST'}}");
    update(specimen, PackFixture.fields("{'properties':{'barcode':'B-SECOND'}}"));
    assertThat(keys(specimen)).isEqualTo(3);
    bench.lab.cancel(specimen, false);
    test.advance(Duration.ofDays(QueuePolicy.RETENTION_DAYS));
    bench.lab.engine().cleanUp(bench.lab.tenantId());
    test.advance(Duration.ofDays(QueuePolicy.EVIDENCE_DAYS));
    new EvidenceRetirement(bench.lab.engine(), test.serving(), test.owner())
        .retire(bench.lab.tenantId());
    assertThat(bench.lab.envelope(specimen).retiredAt()).isNotNull();
    assertThat(keys(specimen)).isZero();
    assertThat(new InvariantChecker(bench.lab.engine()).check(bench.lab.tenantId())).isEmpty();
    assertThat(bench.refused(() -> update(specimen, CHANGES))).isEqualTo(Code.STATE_CONFLICT);
  }

  /** Its name and its barcodes, present and former. */
  private static long keys(String subject) {
    return bench.lab.count(
        "subject_key where tenant_id = ? and subject_uid = ?",
        bench.lab.tenantId(),
        EuidMint.uidOf(subject).getAsLong());
  }

  private static List<String> found(String text) {
    var lists = bench.lab.engine().reads().subjectLists();
    return lists.page(bench.lab.tenantId(), SubjectFilter.search(text), 10, null).items().stream()
        .map(SubjectItem::subjectEuid)
        .toList();
  }

  @Test
  void an_update_is_an_event_without_any_property() {
    var specimen = bench.material(REGISTERED);
    update(specimen, CHANGES);
    ActionNote note = bench.evidence.lastAction(specimen);
    assertThat(note.events()).hasSize(1);
    assertThat(note.events().get(0).type().wire()).isEqualTo("job_updated");
    assertThat(Json.print(note.events())).doesNotContain("P-0", "P-1", "TRF", "misread");
  }

  @Test
  void a_holder_of_the_earlier_revision_is_refused_after_an_update() {
    var specimen = bench.material(REGISTERED);
    var revision = bench.lab.envelope(specimen).revision();
    update(specimen, CHANGES);
    var stale =
        PerformActionBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .action(new DomainKey("update_material"))
            .subjectEuid(specimen)
            .expect(new StatePrecondition(null, revision))
            .reason("again")
            .fields(CHANGES)
            .build();
    assertThat(bench.refused(() -> bench.lab.engine().execute(bench.lab.operator, stale)))
        .isEqualTo(Code.REVISION_CONFLICT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void an_update_without_a_reason_is_refused(String reason) {
    var specimen = bench.material(REGISTERED);
    for (var given : new String[] {reason, null}) {
      assertThat(
              bench.refused(
                  () ->
                      bench.about(bench.lab.operator, "update_material", specimen, given, CHANGES)))
          .isEqualTo(Code.VALIDATION_FAILED);
    }
  }

  @Test
  void a_worker_may_not_update() {
    var specimen = bench.material(REGISTERED);
    assertThat(
            bench.refused(
                () -> bench.about(bench.lab.service, "update_material", specimen, "x", CHANGES)))
        .isEqualTo(Code.FORBIDDEN);
  }

  @Test
  void held_work_is_not_updated() {
    var specimen = bench.specimen("extraction_prod");
    var hold = bench.lab.hold(specimen).holdEuid();
    assertThat(refused(specimen)).isEqualTo(Code.SUBJECT_HELD);
    bench.lab.releaseHold(hold);
    update(specimen, CHANGES);
  }

  @Test
  void finished_work_is_not_updated() {
    var completed = bench.specimen("extraction_prod");
    bench.extract(completed);
    assertThat(refused(completed)).isEqualTo(Code.SUBJECT_TERMINAL);
    var canceled = bench.specimen("extraction_prod");
    bench.lab.cancel(canceled, false);
    assertThat(refused(canceled)).isEqualTo(Code.SUBJECT_TERMINAL);
  }

  @Test
  void leased_work_is_not_updated_until_its_lease_has_lapsed() {
    var specimen = bench.specimen("extraction_prod");
    bench.claim(specimen);
    assertThat(refused(specimen)).isEqualTo(Code.ALREADY_LEASED);
    test.advance(Duration.ofSeconds(901));
    update(specimen, CHANGES);
    assertThat(bench.evidence.actions(specimen).stream().map(note -> note.actionKey().wire()))
        .containsExactly(
            "enqueue_subject", "claim_queue_item", "expire_queue_lease", "update_material");
  }

  @Test
  void work_in_a_queue_for_signals_gets_no_data_by_an_update() {
    bench.lab.queue(
        "signals",
        QueueFields.builder()
            .subjectTemplateCodes(List.of(WetLabTemplates.SPECIMEN))
            .payloadPolicy(PayloadPolicy.SIGNAL_ONLY)
            .build());
    var specimen = bench.specimen("signals");
    assertThat(
            bench.refused(
                () -> update(specimen, PackFixture.fields("{'properties':{'body':'text'}}"))))
        .isEqualTo(Code.PAYLOAD_REFUSED);
    update(specimen, PackFixture.fields("{'properties':{'ref':'R-1'}}"));
  }

  @Test
  void containers_are_updated_by_the_same_rules() {
    var tube = bench.container(WetLabTemplates.TUBE);
    update(tube, PackFixture.fields("{'status':'full'}"));
    assertThat(bench.evidence.lastAction(tube).result().path("before").has("status")).isFalse();
    bench.lab.hold(tube);
    assertThat(refused(tube)).isEqualTo(Code.SUBJECT_HELD);
  }

  @Test
  void bulky_properties_are_updated_and_kept_like_others() {
    var specimen = bench.material("{'specimen_name':'S','properties':{'a':1}}");
    update(specimen, PackFixture.fields("{'status':'checked','properties':{'b':2}}"));
    var bulky = Json.object().put("note", "long ".repeat(1_000));
    var grown = update(specimen, Json.object().set("properties", bulky)).document();
    assertThat(grown.path("before"))
        .isEqualTo(PackFixture.fields("{'a':1,'b':2,'status':'checked'}"));
    var shrunk = update(specimen, PackFixture.fields("{'properties':{'note':null}}")).document();
    assertThat(shrunk.path("before").path("note").asString()).hasSize(5_000);
    assertThat(shrunk.path("after"))
        .isEqualTo(PackFixture.fields("{'a':1,'b':2,'status':'checked'}"));
  }
}
