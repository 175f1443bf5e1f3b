package io.tapline.packs.wetlab;

import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.Scope;
import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.domain.LinkableObject;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.engine.domain.NewObject;
import io.tapline.packs.PackRules;
import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Operations that the stages share: consuming materials, and linking the tools of a process. */
final class MaterialUse {

  private MaterialUse() {}

  /** The objects that every stage reads. */
  static NeededObjects reading(JsonNode fields) {
    var reagents = new ArrayList<String>();
    fields.path("reagent_euids").forEach(one -> reagents.add(one.asString()));
    var instrument = fields.get("instrument_euid");
    return new NeededObjects()
        .children(WetLabLinks.CONSUMED_BY)
        .object("instrument_euid", instrument == null ? null : instrument.asString())
        .objects("reagent_euids", reagents);
  }

  /**
   * A consumed material cannot be used. The engine itself refuses a reserved material, which is
   * held.
   */
  static void requireThere(ActionFacts facts, ExistingObject material) {
    var consumed = facts.children(material, WetLabLinks.CONSUMED_BY);
    PackRules.require(
        consumed.isEmpty(),
        Code.STATE_CONFLICT,
        consumed.isEmpty()
            ? null
            : material.euid() + " was used up (" + consumed.get(0).euid() + ")");
  }

  /** A container that is held or whose work has ended accepts no material. */
  static void requireOpen(ExistingObject container) {
    var execution = container.execution();
    PackRules.require(
        execution == null || execution.state() != ExecutionState.HELD,
        Code.SUBJECT_HELD,
        container.euid() + " is held" + (execution == null ? "" : ": " + execution.holdReason()));
    PackRules.require(
        execution == null || !execution.terminal(),
        Code.SUBJECT_TERMINAL,
        container.euid() + " is out of use" + (execution == null ? "" : ": " + execution.state()));
  }

  static NewObject consume(
      ActionPlan plan, ExistingObject material, String reason, JsonNode metadata) {
    var properties = Json.object().put("reason", reason);
    if (metadata != null) {
      properties.set("metadata", metadata);
    }
    var consumption = plan.make(WetLabTemplates.CONSUMPTION, null, properties);
    plan.link(material, WetLabLinks.CONSUMED_BY, consumption);
    return consumption;
  }

  /** Makes a bench process, with the tools that the request names. */
  static NewObject process(
      ActionPlan plan, ActionFacts facts, String kind, List<ExistingObject> inputs) {
    return process(
        plan,
        facts,
        plan.make(WetLabTemplates.PROCESS, null, with(facts, Json.object().put("process", kind))),
        inputs);
  }

  /** Links inputs and tools to a process. */
  static <P extends LinkableObject> P process(
      ActionPlan plan, ActionFacts facts, P process, List<ExistingObject> inputs) {
    inputs.forEach(input -> plan.link(input, WetLabLinks.PROCESSED_IN, process));
    tools(plan, facts, process);
    return process;
  }

  static void tools(ActionPlan plan, ActionFacts facts, LinkableObject process) {
    var instrument = facts.object(facts.text("instrument_euid"));
    if (instrument != null) {
      PackRules.isOf("instrument_euid", instrument, List.of(WetLabTemplates.INSTRUMENT));
      plan.link(process, WetLabLinks.USED_INSTRUMENT, instrument);
    }
    facts
        .fields()
        .path("reagent_euids")
        .forEach(
            euid -> {
              var reagent = facts.object(euid.asString());
              PackRules.isOf("reagent_euids", reagent, List.of(WetLabTemplates.REAGENT));
              plan.link(process, WetLabLinks.USED_REAGENT, reagent);
            });
  }

  /** Adds the metadata of the request to the properties. */
  static ObjectNode with(ActionFacts facts, ObjectNode properties) {
    return with(facts, properties, List.of());
  }

  /** Adds the metadata and the named fields of the request, if present, to the properties. */
  static ObjectNode with(ActionFacts facts, ObjectNode properties, List<String> kept) {
    Stream.concat(kept.stream(), Stream.of("metadata"))
        .filter(facts.fields()::has)
        .forEach(name -> properties.set(name, facts.fields().get(name)));
    return properties;
  }

  /** The scope of the source, with this platform. */
  static Scope scope(ExistingObject source, SequencingPlatform platform) {
    var scope = source.execution().scope();
    return new Scope(scope.site(), platform.name(), scope.assay());
  }
}
