package io.tapline.server.testing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Good requests for packs: their actions, and the compatibility endpoints of the laboratory. */
final class GoodPackRequests {

  private static final String ACTIONS = "/api/v1/execution/actions/";
  private static final String ATLAS = "/api/v1/external/atlas/beta/";
  private static final String CALLBACKS = "/api/v1/external/callbacks/";
  private static final String ADMIN = "acme-admin";

  private final HttpApi admin;

  GoodPackRequests(HttpApi admin) {
    this.admin = admin;
  }

  /** Null for what is none of these. */
  GoodRequests.Good at(String path) {
    if (path.startsWith(ACTIONS)) {
      var body = action(path.substring(ACTIONS.length()));
      return body == null ? null : new GoodRequests.Good(ADMIN, path, body);
    }
    if (path.startsWith(CALLBACKS)) {
      // Good but for its signature, which covers every byte and so cannot be spoilt with it.
      return new GoodRequests.Good(
          ADMIN,
          CALLBACKS + "extraction_prod",
          body("subject_euid", "Z-SM-1", "external_ref", "r", "outcome", "COMPLETED"));
    }
    return path.startsWith(ATLAS) ? atlas(path.substring(ATLAS.length())) : null;
  }

  private Map<String, Object> action(String action) {
    return switch (action) {
      case "register-material" -> TenantApi.body("specimen_name", "S");
      case "register-container" -> TenantApi.body();
      case "register-resource" -> TenantApi.body("kind", "reagent", "name", "Lot 7");
      case "update-material" -> TenantApi.body("subject_euid", queued(), "reason", "misread");
      case "consume-material" -> TenantApi.body("subject_euid", queued());
      case "send-to-queue" ->
          TenantApi.body("subject_euid", specimen(), "queue_key", "extraction_prod");
      case "create-extraction" -> with(extraction(), "subject_euid", queued());
      case "record-post-extract-qc" ->
          with(
              TenantApi.body("passed", true, "next_queue", "ilmn_lib_prep"),
              "subject_euid",
              output(false));
      case "create-library-prep" ->
          with(TenantApi.body("platform", "ILMN"), "subject_euid", output(true));
      case "record-library-qc" ->
          with(TenantApi.body("passed", true), "subject_euid", library(false));
      case "create-pool" ->
          with(TenantApi.body("platform", "ILMN"), "member_euids", List.of(library(true)));
      case "create-run" ->
          with(TenantApi.body("platform", "ILMN", "flowcell_id", "FC"), "subject_euid", pool());
      case "start-analysis-run" ->
          with(TenantApi.body("pipeline", "wgs/1"), "subject_euid", analysis(false));
      case "record-analysis-artifacts" ->
          with(
              TenantApi.body(
                  "artifacts", List.of(Map.of("artifact_type", "vcf", "uri", "s3://b/v"))),
              "subject_euid",
              analysis(true));
      case "record-analysis-qc" -> with(TenantApi.body("passed", true), "subject_euid", analysed());
      default -> null;
    };
  }

  private GoodRequests.Good atlas(String path) {
    return switch (path) {
      case "materials" -> good(path, body("specimen_name", "S"));
      case "tubes/{euid}" ->
          patch(
              "tubes/" + made("tubes", body(), "container_euid"),
              body("status", "full", "reason", "r"));
      case "specimens/{euid}" ->
          patch("specimens/" + specimen(), body("status", "checked", "reason", "r"));
      case "tubes" -> good(path, body("status", "empty"));
      case "materials/{material_euid}/consume", "materials/{material_euid}/reservations" ->
          good(path.replace("{material_euid}", queued()), note());
      case "queues/{queue_key}/items/{material_euid}" ->
          good("queues/extraction_prod/items/" + specimen(), note());
      case "queues/{queue_key}/items/{material_euid}/claim" -> good(claim(queued()), note());
      case "claims/{claim_euid}/release" ->
          good("claims/" + made(claim(queued()), body(), "claim_euid") + "/release", note());
      case "reservations/{reservation_euid}/release" ->
          good(
              "reservations/"
                  + made("materials/" + queued() + "/reservations", body(), "reservation_euid")
                  + "/release",
              note());
      case "extractions" ->
          good(
              path,
              body("source_specimen_euid", queued(), "well_name", "A1", "extraction_type", "gdna"));
      case "post-extract-qc" ->
          good(
              path,
              body(
                  "extraction_output_euid",
                  output(false),
                  "passed",
                  true,
                  "next_queue",
                  "ilmn_lib_prep"));
      case "library-prep" ->
          good(path, body("source_extraction_output_euid", output(true), "platform", "ILMN"));
      case "library-qc" ->
          good(path, body("library_material_euid", library(false), "passed", true));
      case "pools" -> good(path, body("member_euids", List.of(library(true)), "platform", "ILMN"));
      case "runs" -> good(path, body("pool_euid", pool(), "platform", "ILMN", "flowcell_id", "FC"));
      default -> throw new AssertionError("no good request is known for " + path);
    };
  }

  private static GoodRequests.Good good(String path, Map<String, Object> body) {
    return new GoodRequests.Good(ADMIN, ATLAS + path, body);
  }

  private static GoodRequests.Good patch(String path, Map<String, Object> body) {
    return new GoodRequests.Good(ADMIN, "PATCH", ATLAS + path, body);
  }

  private static Map<String, Object> body(Object... namesAndValues) {
    var body = new HashMap<String, Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      body.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return body;
  }

  private static Map<String, Object> note() {
    return body("metadata", Map.of("bench", 4));
  }

  /** The value of that name in the answer of an endpoint of the laboratory API. */
  private String made(String path, Map<String, Object> body, String told) {
    return admin.post(ATLAS + path, body).ok().path(told).asString();
  }

  /** The value of that name in the result of an action. */
  private String acted(String action, Map<String, Object> body, String told) {
    return admin.post("actions/" + action, body).ok().path("result").path(told).asString();
  }

  private String specimen() {
    return acted("register-material", TenantApi.body("specimen_name", "S"), "specimen_euid");
  }

  private String queued() {
    var specimen = specimen();
    var queued = TenantApi.body("subject_euid", specimen, "queue_key", "extraction_prod");
    admin.post("actions/send-to-queue", queued).ok();
    return specimen;
  }

  private static String claim(String specimen) {
    return "queues/extraction_prod/items/" + specimen + "/claim";
  }

  private static Map<String, Object> extraction() {
    return TenantApi.body("well_name", "A1", "extraction_type", "gdna");
  }

  private String output(boolean passed) {
    var output =
        acted(
            "create-extraction",
            with(extraction(), "subject_euid", queued()),
            "extraction_output_euid");
    if (passed) {
      var verdict = TenantApi.body("passed", true, "next_queue", "ilmn_lib_prep");
      admin.post("actions/record-post-extract-qc", with(verdict, "subject_euid", output)).ok();
    }
    return output;
  }

  private String library(boolean passed) {
    var library =
        acted(
            "create-library-prep",
            with(TenantApi.body("platform", "ILMN"), "subject_euid", output(true)),
            "library_prep_output_euid");
    if (passed) {
      var verdict = with(TenantApi.body("passed", true), "subject_euid", library);
      admin.post("actions/record-library-qc", verdict).ok();
    }
    return library;
  }

  private String pool() {
    return pool(library(true));
  }

  private String pool(String library) {
    var members = with(TenantApi.body("platform", "ILMN"), "member_euids", List.of(library));
    return acted("create-pool", members, "pool_euid");
  }

  /** A run in which one library can be found by its barcode. */
  String run() {
    var library = library(true);
    var found = Map.of("lane", "1", "library_barcode", "B1", "library_prep_output_euid", library);
    var run =
        TenantApi.body("platform", "ILMN", "flowcell_id", "FC", "assignments", List.of(found));
    return acted("create-run", with(run, "subject_euid", pool(library)), "run_euid");
  }

  /** A worker of the administrator's who can do everything. */
  private String worker() {
    return admin
        .post(
            "actions/register-worker",
            TenantApi.body(
                "worker_key",
                "everyone",
                "worker_type",
                "HUMAN_SESSION",
                "max_concurrent_leases",
                10_000,
                "capabilities",
                List.of(
                    "wetlab.extraction",
                    "wetlab.post_extract_qc",
                    "wetlab.library_prep",
                    "wetlab.library_qc",
                    "wetlab.pooling",
                    "wetlab.run_start",
                    "platform.ILMN",
                    "compute.dispatch",
                    "compute.qc")))
        .ok()
        .path("worker_euid")
        .asString();
  }

  private Map<String, Object> with(Map<String, Object> body, String name, Object value) {
    body.put(name, value);
    body.put("worker_euid", worker());
    return body;
  }

  private String analysis(boolean started) {
    var request =
        admin
            .post(
                "actions/enqueue",
                TenantApi.body(
                    "template_code",
                    "data/compute/analysis_request/1.0",
                    "queue_key",
                    "compute_dispatch"))
            .ok()
            .path("subject_euid")
            .asString();
    if (started) {
      admin
          .post(
              "actions/start-analysis-run",
              with(TenantApi.body("pipeline", "wgs/1"), "subject_euid", request))
          .ok();
    }
    return request;
  }

  private String analysed() {
    var request = analysis(true);
    admin
        .post(
            "actions/record-analysis-artifacts",
            with(
                TenantApi.body(
                    "artifacts", List.of(Map.of("artifact_type", "vcf", "uri", "s3://b/v"))),
                "subject_euid",
                request))
        .ok();
    return request;
  }
}
