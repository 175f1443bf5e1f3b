package io.tapline.engine;

import io.tapline.api.ActionKey;
import io.tapline.api.DomainKey;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.domain.DomainPack;
import io.tapline.engine.model.Caller;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.PackRefused;
import io.tapline.tapdb.TemplatePack;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Installs packs in a tenant: the owner creates templates, and actions of the engine create queues.
 */
final class PackInstall {

  /** Prefix of the principal that created the queues of a pack, in evidence. */
  private static final String PRINCIPAL = "system:pack:";

  private PackInstall() {}

  static List<TemplatePack> templates(List<DomainPack> packs) {
    var all = new ArrayList<TemplatePack>();
    all.add(Engine.PACK);
    for (var pack : packs) {
      all.add(pack.templates());
      all.add(actions(pack));
    }
    return all;
  }

  /** One template per action, for its evidence. */
  private static TemplatePack actions(DomainPack pack) {
    var json = Json.object().put("pack", pack.name() + "-actions");
    json.put("version", pack.templates().version());
    var templates = json.putArray("templates");
    for (var action : pack.actions()) {
      templates
          .addObject()
          .put("code", TemplateCache.actionOf(new DomainKey(action.key())))
          .put("prefix", "AD")
          .put("storage_class", "action")
          .put("display_name", action.summary());
    }
    return TemplatePack.of("actions of " + pack.templates().file(), Json.print(json));
  }

  static void queues(Engine engine, long tenantId, List<DomainPack> packs) {
    for (var pack : packs) {
      for (var queue : pack.templates().queues()) {
        var key = queue.path("queue_key").asString("");
        if (!everThere(engine, tenantId, key)) {
          make(engine, tenantId, pack, queue, key);
        }
      }
    }
  }

  private static void make(
      Engine engine, long tenantId, DomainPack pack, JsonNode queue, String key) {
    var body = ((ObjectNode) queue.deepCopy()).put("idempotency_key", "pack:" + key);
    var create = ActionTable.of(ActionKey.CREATE_QUEUE).read(body, null, null);
    var caller = Caller.admin(tenantId, PRINCIPAL + pack.name());
    var outcome = engine.executeAll(caller, List.of(create)).get(0);
    var refusal = outcome.refusal();
    // Another server may have created the queue first.
    if (refusal != null && !everThere(engine, tenantId, key)) {
      throw new PackRefused(
          pack.templates().file(), "$.queues." + key, refusal.code() + ": " + refusal.message());
    }
  }

  private static boolean everThere(Engine engine, long tenantId, String key) {
    return engine
        .tapDb()
        .transaction(
            tenantId,
            tx ->
                !new DecisionRows(tx, engine.templateCache()).queues().withRetired(key).isEmpty());
  }
}
