package io.tapline.demo;

import io.tapline.packs.wetlab.Platform;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What is written down at each step: the fields of the packs' actions. */
final class Paperwork {

  private static final String SPECIMEN = "specimen";
  private static final List<String> LANES = List.of("1", "2", "3", "4");

  private final Chance chance;
  private final Catalog catalog;
  private final Plates plates;

  Paperwork(Chance chance, Catalog catalog, Plates plates) {
    this.chance = chance;
    this.catalog = catalog;
    this.plates = plates;
  }

  /** The specimen's name goes along, so that what is made of it can be told apart by people. */
  Map<String, Object> extraction(Site site, String specimen) {
    var place = plates.next(site);
    var fields = with(catalog.tools("extraction." + site, "extraction"));
    fields.put("plate_euid", place.plateEuid());
    fields.put("well_name", place.well());
    fields.put("output_name", specimen + " DNA");
    fields.put("metadata", Map.of(SPECIMEN, specimen));
    fields.put("extraction_type", chance.happens(0.7) ? "gdna" : "cfdna");
    return fields;
  }

  /** The name that an extract was given to take along. */
  static String specimen(JsonNode properties) {
    return properties.path("metadata").path(SPECIMEN).asString("DEMO");
  }

  Map<String, Object> postExtractQc(boolean passed) {
    var yield = passed ? chance.measured(6, 60) : chance.measured(0.2, 3.5);
    var fields = with(catalog.tools("qc", (String) null));
    fields.put("passed", passed);
    fields.put("metrics", Map.of("ng_per_ul", yield, "a260_280", 1.7 + chance.measured(0, 2) / 10));
    if (!passed) {
      fields.put("reason", "Yield " + yield + " ng/µl; library preparation needs 4.0");
    }
    return fields;
  }

  Map<String, Object> libraryPrep(Platform platform, String specimen) {
    var fields = with(catalog.tools("prep", platform));
    fields.put("platform", platform.name());
    fields.put("output_name", specimen + " library");
    fields.put("consume_source", chance.happens(0.2));
    return fields;
  }

  Map<String, Object> libraryQc(boolean passed) {
    var size = 300 + chance.upTo(200);
    var dimers = passed ? chance.measured(0.1, 2.5) : chance.measured(9, 30);
    var fields = with(catalog.tools("library_qc", (String) null));
    fields.put("passed", passed);
    fields.put("metrics", Map.of("mean_size_bp", size, "adapter_dimer_percent", dimers));
    if (!passed) {
      fields.put("reason", "Adapter dimers " + dimers + " %; at most 5 % may be pooled");
    }
    return fields;
  }

  Map<String, Object> pool(Platform platform, List<String> libraries) {
    var fields = with(catalog.tools("pooling", (String) null));
    fields.put("platform", platform.name());
    fields.put("pool_name", "Demo pool of " + libraries.size() + ", " + platform);
    fields.put("member_euids", libraries);
    return fields;
  }

  Map<String, Object> run(Platform platform, String pool, List<String> libraries) {
    var cell = flowcell(platform, pool);
    var assignments = new ArrayList<Map<String, Object>>();
    var artifacts = new ArrayList<Map<String, Object>>();
    for (int i = 0; i < libraries.size(); i++) {
      var lane = platform == Platform.ONT ? LANES.get(0) : LANES.get(i % LANES.size());
      var barcode = String.format(Locale.ROOT, "BC%02d", i + 1);
      assignments.add(
          Map.of(
              "lane", lane,
              "library_barcode", barcode,
              "library_prep_output_euid", libraries.get(i)));
      artifacts.add(
          Map.of(
              "artifact_type",
              platform == Platform.ONT ? "pod5" : "fastq",
              "bucket",
              "demo-runs",
              "filename",
              cell + "/" + barcode + (platform == Platform.ONT ? ".pod5" : ".fastq.gz"),
              "lane",
              lane,
              "library_barcode",
              barcode));
    }
    var fields = with(catalog.tools("run", platform));
    fields.put("platform", platform.name());
    fields.put("flowcell_id", cell);
    fields.put("run_name", "demo-" + cell);
    fields.put("status", "completed");
    fields.put("assignments", assignments);
    fields.put("artifacts", artifacts);
    return fields;
  }

  private static String flowcell(Platform platform, String pool) {
    return (platform == Platform.ONT ? "PAK-" : "22-") + pool;
  }

  Map<String, Object> analysis(String pipeline, List<String> inputs) {
    return Map.of(
        "pipeline", pipeline, "input_euids", inputs, "parameters", Map.of("genome", "GRCh38"));
  }

  Map<String, Object> artifacts(String request) {
    return Map.of(
        "artifacts",
        List.of(
            artifact("cram", request, 40_000_000_000L),
            artifact("vcf", request, 900_000_000L),
            artifact("multiqc_report", request, 4_000_000L)));
  }

  private Map<String, Object> artifact(String type, String request, long size) {
    return Map.of(
        "artifact_type",
        type,
        "uri",
        "s3://demo-results/" + request + "/" + type,
        "size_bytes",
        Math.round(size * chance.between(0.5, 1.5)));
  }

  Map<String, Object> analysisQc(boolean passed) {
    var coverage = passed ? chance.measured(28, 45) : chance.measured(6, 18);
    var fields = new LinkedHashMap<String, Object>();
    fields.put("passed", passed);
    fields.put("metrics", Map.of("mean_coverage", coverage));
    if (!passed) {
      fields.put("reason", "Mean coverage " + coverage + "x; the assay needs 25x");
    }
    return fields;
  }

  private static Map<String, Object> with(Map<String, Object> tools) {
    return new LinkedHashMap<>(tools);
  }
}
