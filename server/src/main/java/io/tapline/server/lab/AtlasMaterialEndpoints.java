package io.tapline.server.lab;

import io.tapline.engine.model.Role;
import io.tapline.server.actions.SchemaFields;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Materials and tubes come in, are described otherwise, and are used up. */
@Component
final class AtlasMaterialEndpoints implements EndpointGroup {

  private static final EndpointAccess PRODUCERS =
      EndpointAccess.of(EnumSet.of(Role.OPERATOR, Role.ADMIN, Role.WORKER_SERVICE));

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
        .summary("A material comes into the lab, in a container")
        .access(PRODUCERS)
        .answers(ValueShape.of(AtlasAnswers.AtlasMaterial.class))
        .handledBy(call -> register(call, "register_material"));
  }

  private Endpoint tubes() {
    return AtlasSupport.declared(
            Endpoint.post(AtlasSupport.PATH + "/tubes"),
            SchemaFields.of(atlasSupport.action("register_container").fields()))
        .summary("A tube comes into the lab")
        .access(PRODUCERS)
        .answers(ValueShape.of(AtlasAnswers.AtlasMaterial.class))
        .handledBy(call -> register(call, "register_container"));
  }

  private ServerResponse register(EndpointCall call, String action) throws IOException {
    var fields = new AtlasBody(call.body()).rest();
    var answer =
        atlasSupport.perform(
            call, "body", atlasSupport.command(call, action).fields(fields).build());
    var told = answer.document();
    return call.ok(
        new AtlasAnswers.AtlasMaterial(
            text(told, "specimen_euid"),
            text(told, "container_euid"),
            text(fields, "status"),
            fields.has("atlas_context") ? fields.get("atlas_context") : Json.object(),
            fields.has("properties") ? fields.get("properties") : Json.object(),
            atlasSupport.idempotencyKey(call),
            null,
            !answer.replayed()));
  }

  private Endpoint update(String path, String category, String what) {
    return AtlasSupport.declared(
            Endpoint.patch(AtlasSupport.PATH + path + "/{euid}"),
            SchemaFields.of(atlasSupport.action("update_material").fields()))
        .summary(what + " is described otherwise")
        .access(PRODUCERS)
        .path("euid", AtlasSupport.KEY, "what it is about")
        .answers(ValueShape.of(AtlasAnswers.AtlasMaterial.class))
        .handledBy(call -> update(call, category));
  }

  private ServerResponse update(EndpointCall call, String category) throws IOException {
    var object = atlasSupport.object(call, call.path("euid"), "euid", category);
    var fields = new AtlasBody(call.body()).rest();
    var answer =
        atlasSupport.perform(
            call,
            "euid",
            atlasSupport
                .command(call, "update_material")
                .subjectEuid(object.euid())
                .fields(fields)
                .build());
    var properties = (ObjectNode) answer.document().path("properties").deepCopy();
    var status = text(properties, "status");
    var context = properties.has("atlas_context") ? properties.get("atlas_context") : Json.object();
    properties.remove(List.of("status", "atlas_context"));
    boolean container = category.equals("container/");
    return call.ok(
        new AtlasAnswers.AtlasMaterial(
            container ? null : object.euid(),
            container ? object.euid() : text(answer.document(), "container_euid"),
            status,
            context,
            properties,
            atlasSupport.idempotencyKey(call),
            text(answer.document(), "current_queue"),
            false));
  }

  private Endpoint consume() {
    var fields = new ArrayList<ApiField>();
    fields.add(AtlasSupport.REASON);
    fields.add(AtlasSupport.METADATA);
    return AtlasSupport.declared(
            Endpoint.post(AtlasSupport.PATH + "/materials/{material_euid}/consume"), fields)
        .summary("A material is used up; no stage can use it any more")
        .access(EndpointAccess.of(atlasSupport.action("consume_material").roles()))
        .path("material_euid", AtlasSupport.KEY, "the material")
        .answers(ValueShape.of(AtlasAnswers.AtlasConsumption.class))
        .handledBy(this::consume);
  }

  private ServerResponse consume(EndpointCall call) throws IOException {
    var body = new AtlasBody(call.body());
    var reason = body.text("reason");
    var metadata = body.object("metadata");
    body.nothingElse();
    var material = call.path("material_euid");
    var fields = Json.object();
    if (!metadata.isEmpty()) {
      fields.set("metadata", metadata);
    }
    var answer =
        atlasSupport.perform(
            call,
            "material_euid",
            atlasSupport
                .command(call, "consume_material")
                .subjectEuid(material)
                .reason(reason)
                .fields(fields)
                .build());
    return call.ok(
        new AtlasAnswers.AtlasConsumption(
            text(answer.document(), "consumption_event_euid"),
            material,
            true,
            metadata,
            answer.replayed()));
  }

  private static String text(JsonNode node, String name) {
    var value = node.get(name);
    return value == null || value.isNull() ? null : value.asString();
  }
}
