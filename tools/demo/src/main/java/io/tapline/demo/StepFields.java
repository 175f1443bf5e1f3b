package io.tapline.demo;

import io.tapline.packs.wetlab.SequencingPlatform;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The fields of each action of the packs. */
final class StepFields {

  private static final String SPECIMEN = "specimen";
  private static final List<String> LANES = List.of("1", "2", "3", "4");

  private final SeededRandom random;
  private final LabCatalog catalog;
  private final PlateAllocator plateAllocator;

  StepFields(SeededRandom random, LabCatalog catalog, PlateAllocator plateAllocator) {
    this.random = random;
    this.catalog = catalog;
    this.plateAllocator = plateAllocator;
  }

  /** The metadata contain the name of the specimen, so that people can identify its products. */
  Map<String, Object> extraction(LabSite site, String specimen) {
    var place = plateAllocator.next(site);
    var fields = with(catalog.tools("extraction." + site, "extraction"));
    fields.put("plate_euid", place.plateEuid());
    fields.put("well_name", place.well());
    fields.put("output_name", specimen + " DNA");
    fields.put("metadata", Map.of(SPECIMEN, specimen));
    fields.put("extraction_type", random.happens(0.7) ? "gdna" : "cfdna");
    return fields;
  }

  /** The specimen name from the metadata of an extract. */
  static String specimen(JsonNode properties) {
    return properties.path("metadata").path(SPECIMEN).asString("DEMO");
  }

  Map<String, Object> postExtractQc(boolean passed) {
    var yield = passed ? random.measured(6, 60) : random.measured(0.2, 3.5);
    var fields = with(catalog.tools("qc", (String) null));
    fields.put("passed", passed);
    fields.put("metrics", Map.of("ng_per_ul", yield, "a260_280", 1.7 + random.measured(0, 2) / 10));
    if (!passed) {
      fields.put("reason", "Yield " + yield + " ng/µl; library preparation needs 4.0");
    }
    return fields;
  }

  Map<String, Object> libraryPrep(SequencingPlatform platform, String specimen) {
    var fields = with(catalog.tools("prep", platform));
    fields.put("platform", platform.name());
    fields.put("output_name", specimen + " library");
    fields.put("consume_source", random.happens(0.2));
    return fields;
  }

  Map<String, Object> libraryQc(boolean passed) {
    var size = 300 + random.upTo(200);
    var dimers = passed ? random.measured(0.1, 2.5) : random.measured(9, 30);
    var fields = with(catalog.tools("library_qc", (String) null));
    fields.put("passed", passed);
    fields.put("metrics", Map.of("mean_size_bp", size, "adapter_dimer_percent", dimers));
    if (!passed) {
      fields.put("reason", "Adapter dimers " + dimers + " %; at most 5 % may be pooled");
    }
    return fields;
  }

  Map<String, Object> pool(SequencingPlatform platform, List<String> libraries) {
    var fields = with(catalog.tools("pooling", (String) null));
    fields.put("platform", platform.name());
    fields.put("pool_name", "Demo pool of " + libraries.size() + ", " + platform);
    fields.put("member_euids", libraries);
    return fields;
  }

  Map<String, Object> run(SequencingPlatform platform, String pool, List<String> libraries) {
    var cell = flowcell(platform, pool);
    var assignments = new ArrayList<Map<String, Object>>();
    var artifacts = new ArrayList<Map<String, Object>>();
    for (int i = 0; i < libraries.size(); i++) {
      var lane = platform == SequencingPlatform.ONT ? LANES.get(0) : LANES.get(i % LANES.size());
      var barcode = String.format(Locale.ROOT, "BC%02d", i + 1);
      assignments.add(
          Map.of(
              "lane", lane,
              "library_barcode", barcode,
              "library_prep_output_euid", libraries.get(i)));
      artifacts.add(
          Map.of(
              "artifact_type",
              platform == SequencingPlatform.ONT ? "pod5" : "fastq",
              "bucket",
              "demo-runs",
              "filename",
              cell + "/" + barcode + (platform == SequencingPlatform.ONT ? ".pod5" : ".fastq.gz"),
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

  private static String flowcell(SequencingPlatform platform, String pool) {
    return (platform == SequencingPlatform.ONT ? "PAK-" : "22-") + pool;
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
        Math.round(size * random.between(0.5, 1.5)));
  }

  Map<String, Object> analysisQc(boolean passed) {
    var coverage = passed ? random.measured(28, 45) : random.measured(6, 18);
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
