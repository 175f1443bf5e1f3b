package io.tapline.demo;

import io.tapline.api.Scope;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.client.http.WireJson;
import io.tapline.packs.wetlab.SequencingPlatform;
import io.tapline.packs.wetlab.WetLabTemplates;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The order of a specimen. */
record Specimen(int number, LabSite site, SequencingPlatform platform) {

  /** One specimen in five is for research. */
  private static final int RESEARCH = 5;

  private static final int URGENT = 17;

  private static final Duration SOON = Duration.ofHours(6);
  private static final Duration USUAL = Duration.ofDays(5);

  String name() {
    return String.format(Locale.ROOT, "DEMO-%s-%05d", site.code(), number);
  }

  /** The name from the barcode of the tube. */
  static String name(JsonNode properties) {
    return properties.path("barcode").asString("DEMO");
  }

  Enqueue order() {
    boolean research = number % RESEARCH == 0;
    boolean urgent = number % URGENT == 0;
    var assay = research ? "RESEARCH" : platform == SequencingPlatform.ILMN ? "WGS30" : "LONGREAD";
    return EnqueueBuilder.builder()
        .queueKey(research ? "extraction_rnd" : "extraction_prod")
        .templateCode(WetLabTemplates.SPECIMEN)
        .subjectName(name())
        .nextActionKey("create_extraction")
        .priority(urgent ? 200 : 100)
        .dueAt(Instant.now().plus(urgent ? SOON : USUAL))
        .scope(new Scope(site.code(), platform.name(), assay))
        .properties(WireJson.tree(Map.of("demo", true, "barcode", name(), "tube", "EDTA 4 ml")))
        .build();
  }
}
