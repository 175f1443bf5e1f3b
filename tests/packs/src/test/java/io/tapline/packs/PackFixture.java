package io.tapline.packs;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.DomainKey;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Claim;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.testing.EvidenceRows;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.packs.compute.ComputePack;
import io.tapline.packs.wetlab.WetLabPack;
import io.tapline.packs.wetlab.WetLabTemplates;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.ScratchEngine;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A lab with both packs, someone who can do everything there, and the few things tests do. */
final class PackFixture {

  static final String[] SKILLS = {
    "wetlab.extraction",
    "wetlab.post_extract_qc",
    "wetlab.library_prep",
    "wetlab.library_qc",
    "wetlab.pooling",
    "wetlab.run_start",
    "platform.ILMN",
    "platform.ONT",
    "compute.dispatch",
    "compute.qc"
  };

  final InspectedTenant lab;
  final EvidenceRows evidence;
  final String worker;

  PackFixture(ScratchEngine test) {
    this.lab = InspectedTenant.in(test);
    this.evidence = new EvidenceRows(test, lab.tenantId());
    this.worker = lab.worker("technician", 1_000, SKILLS);
  }

  static ScratchEngine engine() {
    return engine(10);
  }

  static ScratchEngine engine(int connections) {
    return new ScratchEngine(connections, List.of(new WetLabPack(), new ComputePack()));
  }

  /** A specimen that was accepted into a queue. */
  String specimen(String queueKey) {
    return enqueue(WetLabTemplates.SPECIMEN, queueKey, "create_extraction");
  }

  String enqueue(String templateCode, String queueKey, String nextAction) {
    return enqueue(templateCode, queueKey, nextAction, null);
  }

  String enqueue(String templateCode, String queueKey, String nextAction, JsonNode properties) {
    var enqueue =
        EnqueueBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .templateCode(templateCode)
            .subjectName("S")
            .properties(properties)
            .queueKey(queueKey)
            .nextActionKey(nextAction)
            .build();
    return lab.engine().execute(lab.operator, enqueue).subjectEuid();
  }

  ClaimAnswer.Item claim(String subject) {
    return lab.engine()
        .claim(lab.service, Claim.subject(InspectedTenant.key(), worker, subject))
        .claims()
        .get(0);
  }

  /** Under a lease of its own. */
  ActionAnswer perform(String action, String subject, JsonNode fields) {
    return lab.engine()
        .execute(
            lab.service,
            PerformAction.of(
                InspectedTenant.key(),
                action,
                subject,
                worker,
                claim(subject).leaseEuid(),
                fields));
  }

  /** Taken up within the action. */
  ActionAnswer atOnce(String action, String subject, JsonNode fields) {
    return lab.engine()
        .execute(
            lab.service,
            PerformAction.of(InspectedTenant.key(), action, subject, worker, null, fields));
  }

  /** Performs an action without a lease, as the caller and with a reason. */
  ActionAnswer about(Caller caller, String action, String subject, String reason, JsonNode fields) {
    return lab.engine()
        .execute(
            caller,
            new PerformAction(
                RequestMeta.key(InspectedTenant.key()),
                new DomainKey(action),
                subject,
                null,
                null,
                StatePrecondition.NOTHING,
                reason,
                fields));
  }

  /** A material that was registered and waits nowhere. */
  String material(String json) {
    return told(
        about(lab.operator, "register_material", null, null, fields(json)), "specimen_euid");
  }

  /** An empty container of this kind. */
  String container(String templateCode) {
    var fields = Json.object().put("container_template_code", templateCode);
    return told(about(lab.operator, "register_container", null, null, fields), "container_euid");
  }

  /** The code with which it is refused, having changed nothing. */
  Code refused(Runnable request) {
    var before = evidence.checksum();
    try {
      request.run();
    } catch (RefusedException e) {
      if (!evidence.checksum().equals(before)) {
        throw new AssertionError("a refusal left something behind: " + e.getMessage(), e);
      }
      return e.code();
    }
    throw new AssertionError("was carried out");
  }

  ExecutionState state(String subject) {
    return lab.envelope(subject).state();
  }

  String queue(String subject) {
    return lab.envelope(subject).nextQueueKey();
  }

  boolean visible(String subject) {
    return lab.subject(subject).diagnostics().visibleInQueue();
  }

  static ObjectNode fields(String json) {
    return (ObjectNode) Json.parse(json.replace('\'', '"'));
  }

  static String told(ActionAnswer answer, String name) {
    return answer.document().path(name).asString();
  }

  // The chain, step by step, each on its own lease.

  String extract(String specimen) {
    var done =
        perform(
            "create_extraction", specimen, fields("{'well_name':'A1','extraction_type':'gdna'}"));
    return told(done, "extraction_output_euid");
  }

  String passQc(String output, String nextQueue) {
    perform(
        "record_post_extract_qc",
        output,
        fields("{'passed':true,'metrics':{'ng_ul':12.5}}").put("next_queue", nextQueue));
    return output;
  }

  String prepare(String output, String platform) {
    var done = perform("create_library_prep", output, Json.object().put("platform", platform));
    return told(done, "library_prep_output_euid");
  }

  String passLibraryQc(String library) {
    perform("record_library_qc", library, fields("{'passed':true}"));
    return library;
  }

  /** A library that waits to be pooled. */
  String library(String platform) {
    var queue = platform.toLowerCase(java.util.Locale.ROOT) + "_lib_prep";
    var output = passQc(extract(specimen("extraction_prod")), queue);
    return passLibraryQc(prepare(output, platform));
  }

  String pool(String platform, String... libraries) {
    return told(
        atOnce(
            "create_pool",
            null,
            Json.object()
                .put("platform", platform)
                .set("member_euids", Json.tree(List.of(libraries)))),
        "pool_euid");
  }
}
