package io.tapline.engine.testing;

import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.DomainAction;
import io.tapline.engine.domain.DomainPack;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TemplatePack;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The smallest pack: one kind of object, an action that makes it and finishes the work, and one
 * that begins it.
 *
 * @param action what the action is called
 */
public record MinimalPack(String action) implements DomainPack {

  private static final JsonNode NONE =
      Json.parse("{\"type\": \"object\", \"additionalProperties\": false, \"properties\": {}}");

  @Override
  public TemplatePack templates() {
    return TemplatePack.of(
        "workshop.json",
        """
        {"pack": "workshop", "version": "1.0", "templates": [{"code": "data/workshop/part/1.0",
          "prefix": "WS", "storage_class": "registry", "display_name": "Part"}]}
        """);
  }

  @Override
  public List<DomainAction> actions() {
    return List.of(new MakePart(action), new BeginPart("begin_" + action));
  }

  /** Starts the work, and leaves it to the other to finish it. */
  private record BeginPart(String key) implements DomainAction {

    @Override
    public String summary() {
      return "Begin a part";
    }

    @Override
    public ActionTarget target() {
      return ActionTarget.LEASE;
    }

    @Override
    public JsonNode fields() {
      return NONE;
    }

    @Override
    public ActionPlan decide(ActionFacts facts) {
      return new ActionPlan().start(facts.subject());
    }
  }

  private record MakePart(String key) implements DomainAction {

    @Override
    public String summary() {
      return "Make a part";
    }

    @Override
    public ActionTarget target() {
      return ActionTarget.LEASE;
    }

    @Override
    public JsonNode fields() {
      return NONE;
    }

    @Override
    public ActionPlan decide(ActionFacts facts) {
      var plan = new ActionPlan();
      var part = plan.make("data/workshop/part/1.0", "part", null);
      return plan.link(facts.subject(), "made_into", part)
          .complete(facts.subject(), null)
          .answer("part_euid", part);
    }
  }
}
