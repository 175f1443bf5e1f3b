package io.tapline.packs.wetlab;

import io.tapline.engine.domain.Facts;
import io.tapline.engine.domain.Known;
import io.tapline.engine.domain.Made;
import io.tapline.engine.domain.Plan;
import io.tapline.engine.domain.Reading;
import io.tapline.engine.domain.Thing;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.Scope;
import io.tapline.packs.Rules;
import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the stages do alike: using materials up, and saying with what they were worked on. */
final class Materials {

  private Materials() {}

  /** Every stage looks for these. */
  static Reading reading(JsonNode fields) {
    var reagents = new ArrayList<String>();
    fields.path("reagent_euids").forEach(one -> reagents.add(one.asString()));
    var instrument = fields.get("instrument_euid");
    return new Reading()
        .children(Tie.CONSUMED_BY)
        .object("instrument_euid", instrument == null ? null : instrument.asString())
        .objects("reagent_euids", reagents);
  }

  /** What is used up is there no more. A reserved one is held, which the engine refuses itself. */
  static void requireThere(Facts facts, Known material) {
    var consumed = facts.children(material, Tie.CONSUMED_BY);
    Rules.require(
        consumed.isEmpty(),
        Code.STATE_CONFLICT,
        consumed.isEmpty()
            ? null
            : material.euid() + " was used up (" + consumed.get(0).euid() + ")");
  }

  static Made consume(Plan plan, Known material, String reason, JsonNode metadata) {
    var properties = Json.object().put("reason", reason);
    if (metadata != null) {
      properties.set("metadata", metadata);
    }
    var consumption = plan.make(Kind.CONSUMPTION, null, properties);
    plan.link(material, Tie.CONSUMED_BY, consumption);
    return consumption;
  }

  /** A piece of bench work, with the tools that the request names. */
  static Made process(Plan plan, Facts facts, String kind, List<Known> inputs) {
    var process = plan.make(Kind.PROCESS, null, with(facts, Json.object().put("process", kind)));
    inputs.forEach(input -> plan.link(input, Tie.PROCESSED_IN, process));
    tools(plan, facts, process);
    return process;
  }

  static void tools(Plan plan, Facts facts, Thing process) {
    var instrument = facts.object(facts.text("instrument_euid"));
    if (instrument != null) {
      Rules.isOf("instrument_euid", instrument, List.of(Kind.INSTRUMENT));
      plan.link(process, Tie.USED_INSTRUMENT, instrument);
    }
    facts
        .fields()
        .path("reagent_euids")
        .forEach(
            euid -> {
              var reagent = facts.object(euid.asString());
              Rules.isOf("reagent_euids", reagent, List.of(Kind.REAGENT));
              plan.link(process, Tie.USED_REAGENT, reagent);
            });
  }

  /** The request's metadata beside properties of our own. */
  static ObjectNode with(Facts facts, ObjectNode properties) {
    var metadata = facts.fields().get("metadata");
    if (metadata != null) {
      properties.set("metadata", metadata);
    }
    return properties;
  }

  /** Where the source belongs, on this platform. */
  static Scope scope(Known source, Platform platform) {
    var scope = source.execution().scope();
    return new Scope(scope.site(), platform.name(), scope.assay());
  }
}
