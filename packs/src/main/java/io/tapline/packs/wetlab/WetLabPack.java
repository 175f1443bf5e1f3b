package io.tapline.packs.wetlab;

import io.tapline.engine.domain.DomainAction;
import io.tapline.engine.domain.DomainPack;
import io.tapline.tapdb.TemplatePack;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Specimens, extraction, QC, libraries, pools and sequencing runs. */
public final class WetLabPack implements DomainPack {

  private static final TemplatePack TEMPLATES =
      TemplatePack.resource(WetLabPack.class, "pack.json");

  /** The worker capabilities that the queues of this pack require. */
  public static List<String> capabilities() {
    return TEMPLATES.queues().stream()
        .flatMap(queue -> queue.path("required_worker_capabilities").valueStream())
        .map(JsonNode::asString)
        .distinct()
        .toList();
  }

  /** The default action of a queue of this pack; null for other queues. */
  public static String actionOf(String queueKey) {
    return TEMPLATES.queues().stream()
        .filter(queue -> queue.path("queue_key").asString().equals(queueKey))
        .map(queue -> queue.path("default_action_key").asString())
        .findFirst()
        .orElse(null);
  }

  @Override
  public TemplatePack templates() {
    return TEMPLATES;
  }

  @Override
  public List<DomainAction> actions() {
    return List.of(
        new RegisterMaterial(),
        new RegisterContainer(),
        new UpdateMaterial(),
        new ConsumeMaterial(),
        new SendToQueue(),
        new RegisterResource(),
        new CreateExtraction(),
        new RecordPostExtractQc(),
        new CreateLibraryPrep(),
        new RecordLibraryQc(),
        new CreatePool(),
        new CreateRun());
  }
}
