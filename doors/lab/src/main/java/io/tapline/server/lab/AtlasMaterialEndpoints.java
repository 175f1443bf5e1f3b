package io.tapline.server.lab;

import static io.tapline.server.lab.AtlasSupport.text;

import io.tapline.api.Limits;
import io.tapline.api.Role;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.server.actions.SchemaFields;
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
import java.util.EnumSet;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Registration, update and consumption of materials and tubes. */
@Component
final class AtlasMaterialEndpoints implements EndpointGroup {

  private static final EndpointAccess PRODUCERS =
      EndpointAccess.of(EnumSet.of(Role.OPERATOR, Role.ADMIN, Role.WORKER_SERVICE));

  /** The reason of a change, for requests whose bodies have no field for it. */
  private static final String REASON_HEADER = "X-Change-Reason";

  private final AtlasSupport atlasSupport;

  AtlasMaterialEndpoints(AtlasSupport atlasSupport) {
    this.atlasSupport = atlasSupport;
  }

  @Override
  public List<Endpoint> endpoints() {
    return atlasSupport.served()
        ? List.of(
            materials(),
            tubes(),
            update("/tubes", "container/", "A tube"),
            update("/specimens", "content/", "A specimen"),
            consume())
        : List.of();
  }

  private Endpoint materials() {
    return AtlasSupport.declared(
            Endpoint.post(AtlasSupport.PATH + "/materials"),
            SchemaFields.of(atlasSupport.action("register_material").fields()))
        .summary("Register a material in a container")
        .access(PRODUCERS)
        .answers(ValueShape.of(AtlasAnswers.AtlasMaterial.class))
        .handledBy(call -> register(call, "register_material"));
  }

  private Endpoint tubes() {
    return AtlasSupport.declared(
            Endpoint.post(AtlasSupport.PATH + "/tubes"),
            SchemaFields.of(atlasSupport.action("register_container").fields()))
        .summary("Register a tube")
        .access(PRODUCERS)
        .answers(ValueShape.of(AtlasAnswers.AtlasMaterial.class))
        .handledBy(call -> register(call, "register_container"));
  }

  private HttpAnswer register(EndpointCall call, String action) throws IOException {
    var fields = new AtlasBody(call.body()).rest();
    var answer =
        atlasSupport.perform(
            call, "body", atlasSupport.command(call, action).fields(fields).build());
    var document = answer.document();
    return call.ok(
        described(call, answer, document.path("properties"))
            .specimenEuid(text(document, "specimen_euid"))
            .containerEuid(text(document, "container_euid"))
            .created(!answer.replayed())
            .build());
  }

  private Endpoint update(String path, String category, String what) {
    return AtlasSupport.declared(
            Endpoint.patch(AtlasSupport.PATH + path + "/{euid}"), updateFields())
        .summary(
            what
                + ": change its properties; properties that are absent do not change,"
                + " and the evidence contains both versions")
        .header(
            REASON_HEADER,
            ValueShape.text(Limits.TEXT),
            "the reason, for callers that cannot send it in the body; one of the two is"
                + " required")
        .access(EndpointAccess.of(atlasSupport.action("update_material").roles()))
        .path("euid", AtlasSupport.KEY, "the properties")
        .answers(ValueShape.of(AtlasAnswers.AtlasMaterial.class))
        .handledBy(call -> update(call, category));
  }

  private HttpAnswer update(EndpointCall call, String category) throws IOException {
    var object = atlasSupport.object(call, call.path("euid"), "euid", category);
    var body = new AtlasBody(call.body());
    var given = body.text("reason");
    var fields = body.rest();
    var answer =
        atlasSupport.perform(
            call,
            "euid",
            atlasSupport
                .command(call, "update_material")
                .subjectEuid(object.euid())
                .reason(given == null ? call.header(REASON_HEADER) : given)
                .fields(fields)
                .build());
    var document = answer.document();
    boolean container = category.equals("container/");
    return call.ok(
        described(call, answer, document.path("after"))
            .specimenEuid(container ? null : object.euid())
            .containerEuid(container ? object.euid() : text(document, "container_euid"))
            .currentQueue(text(document, "current_queue"))
            .build());
  }

  private List<ApiField> updateFields() {
    var fields = new ArrayList<>(SchemaFields.of(atlasSupport.action("update_material").fields()));
    fields.add(AtlasSupport.REASON);
    return fields;
  }

  /** Status and references have their own fields beside the other properties. */
  private AtlasAnswersAtlasMaterialBuilder described(
      EndpointCall call, ActionAnswer answer, JsonNode stored) {
    var properties = (ObjectNode) stored.deepCopy();
    var context = properties.get("atlas_context");
    var status = text(properties, "status");
    properties.remove(List.of("status", "atlas_context"));
    return AtlasAnswersAtlasMaterialBuilder.builder()
        .status(status)
        .atlasContext(context == null ? Json.object() : context)
        .properties(properties)
        .idempotencyKey(atlasSupport.idempotencyKey(call))
        .idempotentReplay(answer.replayed());
  }

  private Endpoint consume() {
    return AtlasSupport.declared(
            Endpoint.post(AtlasSupport.PATH + "/materials/{material_euid}/consume"),
            List.of(AtlasSupport.REASON, AtlasSupport.METADATA))
        .summary("Consume a material; no stage can use it afterwards")
        .access(EndpointAccess.of(atlasSupport.action("consume_material").roles()))
        .path("material_euid", AtlasSupport.KEY, "the material")
        .answers(ValueShape.of(AtlasAnswers.AtlasConsumption.class))
        .handledBy(this::consume);
  }

  private HttpAnswer consume(EndpointCall call) throws IOException {
    var remarks = AtlasBody.remarks(call);
    var material = call.path("material_euid");
    var fields = Json.object();
    if (!remarks.metadata().isEmpty()) {
      fields.set("metadata", remarks.metadata());
    }
    var answer =
        atlasSupport.perform(
            call,
            "material_euid",
            atlasSupport
                .command(call, "consume_material")
                .subjectEuid(material)
                .reason(remarks.reason())
                .fields(fields)
                .build());
    return call.ok(
        new AtlasAnswers.AtlasConsumption(
            text(answer.document(), "consumption_event_euid"),
            material,
            true,
            remarks.metadata(),
            answer.replayed()));
  }
}
