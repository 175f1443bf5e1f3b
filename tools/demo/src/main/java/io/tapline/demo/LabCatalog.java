package io.tapline.demo;

import io.tapline.client.TaplineClient;
import io.tapline.client.api.PerformRequest;
import io.tapline.packs.wetlab.SequencingPlatform;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The instruments and reagents of the lab, by purpose. */
final class LabCatalog {

  private static final List<List<String>> THINGS =
      List.of(
          List.of("instrument", "extraction.BASEL", "Chemagic 360 (Basel)"),
          List.of("instrument", "extraction.BOSTON", "QIAsymphony SP (Boston)"),
          List.of("instrument", "extraction.SINGAPORE", "Maxwell RSC 48 (Singapore)"),
          List.of("instrument", "qc", "Qubit Flex"),
          List.of("instrument", "library_qc", "TapeStation 4200"),
          List.of("instrument", "prep.ILMN", "Hamilton STAR"),
          List.of("instrument", "prep.ONT", "Bravo NGS"),
          List.of("instrument", "pooling", "Echo 650"),
          List.of("instrument", "run.ILMN", "NovaSeq X Plus"),
          List.of("instrument", "run.ONT", "PromethION 24"),
          List.of("reagent", "extraction", "DNA blood kit, lot 7731-A"),
          List.of("reagent", "prep.ILMN", "PCR-free prep kit, lot 20418"),
          List.of("reagent", "prep.ONT", "Ligation kit V14, lot NDP-114"),
          List.of("reagent", "run.ILMN", "25B flow cell kit, lot 20907"),
          List.of("reagent", "run.ONT", "R10.4.1 flow cells, lot FAX-88"));

  private final Map<String, String> euids = new LinkedHashMap<>();

  private LabCatalog() {}

  /** Fixed idempotency keys make repeated registrations replays. */
  static LabCatalog of(TaplineClient office) {
    var catalog = new LabCatalog();
    for (var thing : THINGS) {
      var kind = thing.get(0);
      var result =
          office
              .subjects()
              .perform(
                  PerformRequest.of("register_resource")
                      .with("kind", kind)
                      .with("name", thing.get(2))
                      .idempotencyKey("demo-" + kind + "-" + thing.get(1)))
              .result();
      catalog.euids.put(kind + " " + thing.get(1), result.path("resource_euid").asString());
    }
    return catalog;
  }

  /** The fields with which an action names its tools. */
  Map<String, Object> tools(String instrument, String reagent) {
    var tools = new LinkedHashMap<String, Object>();
    tools.put("instrument_euid", euids.get("instrument " + instrument));
    if (reagent != null) {
      tools.put("reagent_euids", List.of(euids.get("reagent " + reagent)));
    }
    return tools;
  }

  Map<String, Object> tools(String work, SequencingPlatform platform) {
    return tools(work + "." + platform, work + "." + platform);
  }
}
