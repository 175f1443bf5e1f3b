package io.tapline.packs.wetlab;

import io.tapline.api.Code;
import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.packs.PackRules;
import io.tapline.packs.SchemaAction;
import io.tapline.tapdb.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Pools libraries of one platform; the step of each library ends. */
final class CreatePool extends SchemaAction {

  CreatePool() {
    super("create_pool", "Pool libraries of one platform", ActionTarget.LEASE);
  }

  @Override
  public NeededObjects reading(JsonNode fields) {
    return MaterialUse.reading(fields).members("member_euids", texts(fields, "member_euids"));
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var platform = SequencingPlatform.valueOf(facts.text("platform"));
    PackRules.require(
        facts.members().contains(facts.subject()),
        "member_euids",
        facts.subject().euid() + ", which the request is about, is not among them");
    facts.members().forEach(member -> requirePoolable(facts, member, platform));
    var plan = new ActionPlan();
    var process = MaterialUse.process(plan, facts, "pooling", facts.members());
    var container =
        RegisterContainer.make(
            plan,
            "pool_container_template_code",
            facts.text("pool_container_template_code"),
            facts.text("pool_name"),
            null);
    var pool =
        plan.make(
                WetLabTemplates.POOL,
                facts.text("pool_name"),
                MaterialUse.with(facts, Json.object().put("platform", platform.name())))
            .scope(MaterialUse.scope(facts.subject(), platform))
            .send(platform.runStart(), "create_run");
    plan.link(container, WetLabLinks.CONTAINS, pool).link(process, WetLabLinks.PRODUCED, pool);
    for (var member : facts.members()) {
      plan.link(member, WetLabLinks.POOLED_INTO, pool).complete(member, null);
      if (facts.isTrue("consume_members")) {
        MaterialUse.consume(plan, member, "pooling", null);
      }
    }
    return plan.answer("pool_euid", pool)
        .answer("pool_container_euid", container)
        .answer("member_euids", facts.members())
        .answer("platform", platform.name())
        .answer("current_queue", platform.runStart());
  }

  private void requirePoolable(
      ActionFacts facts, ExistingObject member, SequencingPlatform platform) {
    PackRules.isOf("member_euids", member, List.of(WetLabTemplates.LIBRARY));
    PackRules.waitsIn(member, key(), SequencingPlatform.all(SequencingPlatform::pooling));
    var waits = member.execution().nextQueueKey();
    PackRules.require(
        waits.equals(platform.pooling()),
        Code.STATE_CONFLICT,
        "member_euids: " + member.euid() + " waits in " + waits + ", which is not for " + platform);
    MaterialUse.requireThere(facts, member);
  }
}
