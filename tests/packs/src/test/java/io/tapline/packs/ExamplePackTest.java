package io.tapline.packs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.Refusal;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.DomainAction;
import io.tapline.engine.domain.DomainPack;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.testing.EvidenceRows;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TemplatePack;
import io.tapline.testkit.engine.ScratchEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The example of the guide: a pack from outside. It runs, and it is what the guide shows. */
class ExamplePackTest {

  private static final String FROM = "// example: begins";
  private static final String TO = "// example: ends";

  // example: begins
  static final class CourierPack implements DomainPack {

    @Override
    public TemplatePack templates() {
      return TemplatePack.of(
          "courier.json",
          """
          {"pack": "courier", "version": "1.0",
           "templates": [
             {"code": "content/parcel/box/1.0", "prefix": "PB", "storage_class": "subject",
              "work_bearing": true, "display_name": "Parcel",
              "noun": {"one": "parcel", "many": "parcels"}},
             {"code": "data/courier/receipt/1.0", "prefix": "PR", "storage_class": "registry",
              "display_name": "Receipt"}],
           "queues": [
             {"queue_key": "deliveries", "subject_template_codes": ["content/parcel/box/1.0"],
              "required_worker_capabilities": ["van"]}]}
          """);
    }

    @Override
    public List<DomainAction> actions() {
      return List.of(new DeliverParcel());
    }
  }

  static final class DeliverParcel implements DomainAction {

    @Override
    public String key() {
      return "deliver_parcel";
    }

    @Override
    public String summary() {
      return "Hand a parcel over against a signature";
    }

    @Override
    public ActionTarget target() {
      return ActionTarget.LEASE;
    }

    @Override
    public JsonNode fields() {
      return Json.parse(
          """
          {"type": "object", "additionalProperties": false, "required": ["signed_by"],
           "properties": {"signed_by": {"type": "string", "minLength": 1, "maxLength": 200}}}
          """);
    }

    @Override
    public ActionPlan decide(ActionFacts facts) {
      var parcel = facts.subject();
      if (facts.text("signed_by").equals(parcel.text("sender"))) {
        throw new RefusedException(
            Refusal.of(Code.STATE_CONFLICT, "nobody signs for a parcel of their own"));
      }
      var plan = new ActionPlan();
      var receipt =
          plan.make(
              "data/courier/receipt/1.0",
              null,
              Json.object().put("signed_by", facts.text("signed_by")));
      return plan.link(parcel, "delivered_against", receipt)
          .complete(parcel, null)
          .answer("receipt_euid", receipt);
    }
  }

  // example: ends

  @Test
  void a_pack_from_outside_is_served_like_our_own() {
    try (var test = new ScratchEngine(5, List.of(new CourierPack()))) {
      var lab = InspectedTenant.in(test);
      var van = lab.worker("van-1", 10, "van");
      var properties = Json.object().put("sender", "ada");
      var parcel =
          lab.engine()
              .execute(
                  lab.operator,
                  EnqueueBuilder.builder()
                      .meta(RequestMeta.key(InspectedTenant.key()))
                      .templateCode("content/parcel/box/1.0")
                      .properties(properties)
                      .queueKey("deliveries")
                      .nextActionKey("deliver_parcel")
                      .build())
              .subjectEuid();
      var own = deliver(parcel, van, "ada");
      org.assertj.core.api.Assertions.assertThatThrownBy(
              () -> lab.engine().execute(lab.service, own))
          .hasMessageContaining("of their own");
      assertThat(lab.envelope(parcel).state()).isEqualTo(ExecutionState.READY);

      var done = lab.engine().execute(lab.service, deliver(parcel, van, "bob"));
      assertThat(lab.envelope(parcel).state()).isEqualTo(ExecutionState.COMPLETED);
      assertThat(new EvidenceRows(test, lab.tenantId()).children(parcel, "delivered_against"))
          .containsExactly(PackFixture.told(done, "receipt_euid"));
    }
  }

  private static PerformAction deliver(String parcel, String van, String signedBy) {
    var fields = Json.object().put("signed_by", signedBy);
    return PerformAction.of(InspectedTenant.key(), "deliver_parcel", parcel, van, null, fields);
  }

  @Test
  void the_guide_shows_this_very_code() throws IOException {
    var source = Files.readString(Path.of("src/test/java/io/tapline/packs/ExamplePackTest.java"));
    int from = source.indexOf("  " + FROM) + 2 + FROM.length();
    var code = dense(source.substring(from, source.indexOf("  " + TO)), 2);
    assertThat(dense(Files.readString(Path.of("../..", "docs", "guide", "packs.md")), 0))
        .as("docs/guide/packs.md shows another example than ExamplePackTest; copy it over")
        .contains(code);
  }

  private static String dense(String text, int indent) {
    return text.lines()
        .filter(line -> !line.isBlank())
        .map(line -> line.substring(indent))
        .collect(Collectors.joining("\n"));
  }
}
