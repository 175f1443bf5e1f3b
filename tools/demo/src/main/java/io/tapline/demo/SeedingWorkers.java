package io.tapline.demo;

import io.tapline.api.WorkerType;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.packs.wetlab.SequencingPlatform;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The workers that seed the lab; they are offline afterwards. */
final class SeedingWorkers {

  private static final List<String> SKILLS =
      List.of(
          "wetlab.extraction",
          "wetlab.post_extract_qc",
          "wetlab.library_prep",
          "wetlab.library_qc",
          "wetlab.pooling",
          "wetlab.run_start",
          "platform.ILMN",
          "platform.ONT");

  private final SimulatedLab lab;
  private final Map<LabSite, String> workers = new EnumMap<>(LabSite.class);
  private String everywhere;
  private String analyst;

  SeedingWorkers(SimulatedLab lab) {
    this.lab = lab;
  }

  void begin() {
    for (var site : LabSite.values()) {
      workers.put(site, register("Night shift, " + site.title(), SKILLS, List.of(site.code())));
    }
    everywhere = register("Night shift, sequencing", SKILLS, List.of());
    analyst =
        register("Night shift, analysis", List.of("compute.dispatch", "compute.qc"), List.of());
  }

  private String register(String name, List<String> skills, List<String> sites) {
    return lab.floor()
        .workers()
        .register(
            RegisterWorkerBuilder.builder()
                .workerKey(key(name))
                .workerType(WorkerType.HUMAN_SESSION)
                .displayName(name)
                .capabilities(skills)
                .siteScope(sites)
                .maxConcurrentLeases(50)
                .heartbeatTtlSeconds(30)
                .build())
        .workerEuid();
  }

  private static String key(String name) {
    return "demo-" + name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-");
  }

  /** The worker of a site. */
  String at(LabSite site) {
    return workers.get(site);
  }

  String analyst() {
    return analyst;
  }

  /** A pool may combine sites, so its worker serves all sites. */
  String pool(SequencingPlatform platform, List<String> libraries) {
    return lab.perform(
            "create_pool", everywhere, libraries.get(0), lab.stepFields().pool(platform, libraries))
        .path("pool_euid")
        .asString();
  }

  String run(SequencingPlatform platform, String pool, List<String> libraries) {
    return lab.perform(
            "create_run", everywhere, pool, lab.stepFields().run(platform, pool, libraries))
        .path("run_euid")
        .asString();
  }
}
