package io.tapline.server.lab;

import static io.tapline.server.lab.AtlasSupport.text;

import io.tapline.engine.model.ActionAnswer;
import io.tapline.packs.wetlab.SequencingPlatform;
import io.tapline.server.actions.SchemaFields;
import io.tapline.server.database.ConnectionShare;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The stages of the bench. Without a claim, the stage claims for the caller in one transaction. */
@Component
final class AtlasStageEndpoints implements EndpointGroup {

  private final AtlasSupport atlasSupport;

  AtlasStageEndpoints(AtlasSupport atlasSupport) {
    this.atlasSupport = atlasSupport;
  }

  /** The answer of a stage, from its request and its result. */
  private interface StageAnswer {
    Object of(String subject, ObjectNode asked, JsonNode document, ActionAnswer answer);
  }

  /**
   * @param subjectField the subject's name in the request; null if the members imply it
   */
  private record Stage(
      String path, String action, String subjectField, Class<?> answer, StageAnswer stageAnswer) {}

  private static final List<Stage> STAGES =
      List.of(
          new Stage(
              "/extractions",
              "create_extraction",
              "source_specimen_euid",
              AtlasAnswers.AtlasExtraction.class,
              (subject, asked, document, answer) ->
                  AtlasAnswersAtlasExtractionBuilder.builder()
                      .sourceSpecimenEuid(subject)
                      .plateEuid(text(document, "plate_euid"))
                      .wellEuid(text(document, "well_euid"))
                      .wellName(text(asked, "well_name"))
                      .extractionType(text(asked, "extraction_type"))
                      .extractionBatchEuid(text(document, "extraction_batch_euid"))
                      .extractionRunEuid(text(document, "extraction_run_euid"))
                      .extractionOutputEuid(text(document, "extraction_output_euid"))
                      .atlasTestFulfillmentItemEuid(text(asked, "atlas_test_fulfillment_item_euid"))
                      .currentQueue(text(document, "current_queue"))
                      .metadata(metadata(asked))
                      .idempotentReplay(answer.replayed())
                      .build()),
          new Stage(
              "/post-extract-qc",
              "record_post_extract_qc",
              "extraction_output_euid",
              AtlasAnswers.AtlasQc.class,
              AtlasStageEndpoints::qc),
          new Stage(
              "/library-prep",
              "create_library_prep",
              "source_extraction_output_euid",
              AtlasAnswers.AtlasLibraryPrep.class,
              (subject, asked, document, answer) ->
                  AtlasAnswersAtlasLibraryPrepBuilder.builder()
                      .sourceExtractionOutputEuid(subject)
                      .libraryPrepRunEuid(text(document, "library_prep_run_euid"))
                      .libraryPrepOutputEuid(text(document, "library_prep_output_euid"))
                      .libraryMaterialEuid(text(document, "library_prep_output_euid"))
                      .libraryPlateEuid(text(document, "library_plate_euid"))
                      .libraryWellEuid(text(document, "library_well_euid"))
                      .platform(text(document, "platform"))
                      .currentQueue(text(document, "current_queue"))
                      .metadata(metadata(asked))
                      .idempotentReplay(answer.replayed())
                      .build()),
          new Stage(
              "/library-qc",
              "record_library_qc",
              "library_material_euid",
              AtlasAnswers.AtlasQc.class,
              AtlasStageEndpoints::qc),
          new Stage(
              "/pools",
              "create_pool",
              null,
              AtlasAnswers.AtlasPool.class,
              (subject, asked, document, answer) ->
                  new AtlasAnswers.AtlasPool(
                      text(document, "pool_euid"),
                      text(document, "pool_container_euid"),
                      document.path("member_euids").valueStream().map(JsonNode::asString).toList(),
                      text(document, "platform"),
                      text(document, "current_queue"),
                      metadata(asked),
                      answer.replayed())),
          new Stage(
              "/runs",
              "create_run",
              "pool_euid",
              AtlasAnswers.AtlasRun.class,
              (subject, asked, document, answer) ->
                  new AtlasAnswers.AtlasRun(
                      text(document, "run_euid"),
                      text(document, "pool_euid"),
                      text(document, "flowcell_id"),
                      text(document, "run_euid") + "/",
                      text(document, "status"),
                      document.path("artifact_count").asLong(),
                      document.path("assignment_count").asLong(),
                      answer.replayed())));

  private static Object qc(
      String subject, ObjectNode asked, JsonNode document, ActionAnswer answer) {
    boolean library = answer.actionKey().wire().equals("record_library_qc");
    return AtlasAnswersAtlasQcBuilder.builder()
        .qcRecordEuid(text(document, "qc_record_euid"))
        .materialEuid(subject)
        .extractionOutputEuid(library ? null : subject)
        .libraryMaterialEuid(library ? subject : null)
        .qcPassed(document.path("qc_passed").asBoolean())
        .nextQueue(text(document, "next_queue"))
        .currentQueue(text(document, "current_queue"))
        .holdEuid(answer.holdEuid())
        .metadata(metadata(asked))
        .idempotentReplay(answer.replayed())
        .build();
  }

  @Override
  public List<Endpoint> endpoints() {
    return atlasSupport.served() ? STAGES.stream().map(this::endpoint).toList() : List.of();
  }

  private Endpoint endpoint(Stage stage) {
    var action = atlasSupport.action(stage.action());
    var fields = new ArrayList<ApiField>();
    if (stage.subjectField() != null) {
      fields.add(
          ApiField.required(stage.subjectField(), AtlasSupport.KEY, "the material of the stage"));
    }
    fields.add(
        ApiField.optional(
            "claim_euid", AtlasSupport.KEY, "the claim; default: a new one for this request"));
    fields.addAll(SchemaFields.of(action.fields()));
    return AtlasSupport.declared(Endpoint.post(AtlasSupport.PATH + stage.path()), fields)
        .summary(action.summary())
        .access(EndpointAccess.of(action.roles()))
        .share(ConnectionShare.ENDING)
        .answers(ValueShape.of(stage.answer()))
        .handledBy(call -> answer(call, stage));
  }

  private HttpAnswer answer(EndpointCall call, Stage stage) throws IOException {
    var body = new AtlasBody(call.body());
    var subject = stage.subjectField() == null ? null : body.required(stage.subjectField());
    var claim = body.text("claim_euid");
    var asked = body.rest();
    lanesAsText(asked);
    if (stage.action().equals("record_post_extract_qc")) {
      platformOfTheOriginal(call, subject, asked);
    }
    var answer =
        atlasSupport.perform(
            call,
            stage.subjectField() == null ? "member_euids" : stage.subjectField(),
            atlasSupport
                .command(call, stage.action())
                .subjectEuid(subject)
                .workerEuid(claim == null ? atlasSupport.worker(call) : null)
                .leaseEuid(claim)
                .fields(asked)
                .build());
    return call.ok(stage.stageAnswer().of(subject, asked, answer.document(), answer));
  }

  /**
   * Clients of the original endpoint send passed QC without next_queue, because it had Illumina
   * only. A material whose scope names a platform goes to that platform.
   */
  private void platformOfTheOriginal(EndpointCall call, String subject, ObjectNode asked) {
    if (!asked.path("passed").asBoolean(false) || asked.has("next_queue")) {
      return;
    }
    var output = atlasSupport.object(call, subject, "extraction_output_euid", "content/");
    if (output.execution().scope().platform() == null) {
      asked.put("next_queue", SequencingPlatform.ILMN.libraryPrep());
    }
  }

  /** Clients send lanes as numbers, too. */
  private static void lanesAsText(ObjectNode asked) {
    for (var list : List.of("assignments", "artifacts")) {
      for (var entry : asked.path(list)) {
        if (entry instanceof ObjectNode one && one.path("lane").isIntegralNumber()) {
          one.put("lane", one.get("lane").asString());
        }
      }
    }
  }

  private static JsonNode metadata(ObjectNode asked) {
    return asked.has("metadata") ? asked.get("metadata") : Json.object();
  }
}
