package io.tapline.demo;

import io.tapline.api.request.CancelBuilder;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.FailBuilder;
import io.tapline.api.request.PlaceHoldBuilder;
import io.tapline.client.api.SubjectFilter;
import io.tapline.packs.wetlab.SequencingPlatform;
import io.tapline.packs.wetlab.WetLabTemplates;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/**
 * Fills an empty lab. The night shift performs every step through the API, only faster, so that all
 * evidence is genuine.
 */
final class LabSeeding {

  static final int POOL = 4;
  private static final int HANDS = 4;
  private static final long ORDER = 7;

  /** A specimen, and its latest material. */
  private record Case(Specimen specimen, SpecimenStage stage, String euid) {}

  private final SimulatedLab lab;
  private final SeedingWorkers shift;

  LabSeeding(SimulatedLab lab) {
    this.lab = lab;
    this.shift = new SeedingWorkers(lab);
  }

  /** Returns false if the lab contains specimens already. */
  boolean seed() throws InterruptedException {
    if (!lab.office()
        .subjects()
        .list(SubjectFilter.all().template(WetLabTemplates.SPECIMEN).limit(1))
        .items()
        .isEmpty()) {
      return false;
    }
    shift.begin();
    var done = eachByManyHands(arrivals());
    new SeededRuns(lab, shift).from(libraries(done, SpecimenStage.SEQUENCED));
    libraries(done, SpecimenStage.POOLED).forEach((platform, some) -> pools(platform, some));
    return true;
  }

  /** The order mixes stages and sites and is the same every time. */
  private List<Case> arrivals() {
    var stages = new ArrayList<SpecimenStage>();
    for (var stage : SpecimenStage.values()) {
      stages.addAll(Collections.nCopies(stage.specimens(), stage));
    }
    Collections.shuffle(stages, new Random(ORDER));
    var seen = new TreeMap<SpecimenStage, Integer>();
    var specimens = new ArrayList<Specimen>();
    for (var stage : stages) {
      // The platforms alternate within a stage, so that the pools of each platform are complete.
      var platform = SequencingPlatform.values()[seen.merge(stage, 1, Integer::sum) % 2];
      int number = specimens.size() + 1;
      specimens.add(new Specimen(number, LabSite.at(number), platform));
    }
    var orders = specimens.stream().map(Specimen::order).toList();
    var cases = new ArrayList<Case>();
    var results = lab.office().subjects().enqueue(orders);
    for (int i = 0; i < results.size(); i++) {
      cases.add(new Case(specimens.get(i), stages.get(i), results.get(i).orThrow().subjectEuid()));
    }
    return cases;
  }

  private List<Case> eachByManyHands(List<Case> cases) throws InterruptedException {
    var hands = Executors.newFixedThreadPool(HANDS);
    try {
      var done = new ArrayList<Case>();
      var tasks = cases.stream().<Callable<Case>>map(one -> () -> settle(one)).toList();
      for (var settled : hands.invokeAll(tasks)) {
        done.add(settled.get());
      }
      return done;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known
          ? known
          : new IllegalStateException(e.getCause());
    } finally {
      hands.shutdownNow();
    }
  }

  private Case settle(Case one) {
    var euid = advance(one);
    switch (one.stage().standing()) {
      case HELD -> hold(one.specimen(), euid);
      case CANCELED ->
          lab.office()
              .subjects()
              .cancel(
                  CancelBuilder.builder()
                      .subjectEuid(euid)
                      .reason("The clinic withdrew the order before extraction")
                      .build());
      case DEAD -> fail(one, euid, lasting(one));
      case RETRIES ->
          fail(one, euid, LabFault.PASSING.get(one.specimen().number() % LabFault.PASSING.size()));
      case FAILED_QC -> failQc(one, euid);
      default -> {
        // The material waits, or is pooled later.
      }
    }
    return new Case(one.specimen(), one.stage(), euid);
  }

  private String advance(Case one) {
    var euid = one.euid();
    var site = one.specimen().site();
    var platform = one.specimen().platform();
    var stepFields = lab.stepFields();
    int steps = one.stage().steps();
    if (steps > 0) {
      var result =
          lab.perform(
              "create_extraction",
              shift.at(site),
              euid,
              stepFields.extraction(site, one.specimen().name()));
      euid = result.path("extraction_output_euid").asString();
    }
    if (steps > 1) {
      lab.perform("record_post_extract_qc", shift.at(site), euid, stepFields.postExtractQc(true));
    }
    if (steps > 2) {
      var result =
          lab.perform(
              "create_library_prep",
              shift.at(site),
              euid,
              stepFields.libraryPrep(platform, one.specimen().name()));
      euid = result.path("library_prep_output_euid").asString();
    }
    if (steps > 3) {
      lab.perform("record_library_qc", shift.at(site), euid, stepFields.libraryQc(true));
    }
    return euid;
  }

  private void hold(Specimen specimen, String euid) {
    var hold = LabFault.HOLDS.get(specimen.number() % LabFault.HOLDS.size());
    lab.office()
        .holds()
        .place(
            PlaceHoldBuilder.builder()
                .subjectEuid(euid)
                .holdCode(hold.get(0))
                .reason(hold.get(1))
                .build());
  }

  private static LabFault lasting(Case one) {
    var all = one.stage().steps() == 0 ? LabFault.LASTING : LabFault.AT_PREPARATION;
    return all.get(one.specimen().number() % all.size());
  }

  private void fail(Case one, String euid, LabFault labFault) {
    var worker = shift.at(one.specimen().site());
    var leases = lab.floor().leases();
    var claim =
        leases
            .claim(ClaimBuilder.builder().workerEuid(worker).subjectEuid(euid).start(true).build())
            .claims()
            .get(0);
    leases.fail(
        FailBuilder.builder()
            .workerEuid(worker)
            .subjectEuid(euid)
            .leaseEuid(claim.leaseEuid())
            .errorClass(labFault.errorClass())
            .errorCode(labFault.code())
            .errorMessage(labFault.message())
            .build());
  }

  private void failQc(Case one, String euid) {
    var worker = shift.at(one.specimen().site());
    if (one.stage() == SpecimenStage.LOW_YIELD) {
      lab.perform("record_post_extract_qc", worker, euid, lab.stepFields().postExtractQc(false));
    } else {
      lab.perform("record_library_qc", worker, euid, lab.stepFields().libraryQc(false));
    }
  }

  private static Map<SequencingPlatform, List<String>> libraries(
      List<Case> done, SpecimenStage stage) {
    var libraries = new TreeMap<SequencingPlatform, List<String>>();
    for (var one : done) {
      if (one.stage() == stage) {
        libraries
            .computeIfAbsent(one.specimen().platform(), p -> new ArrayList<>())
            .add(one.euid());
      }
    }
    return libraries;
  }

  private void pools(SequencingPlatform platform, List<String> libraries) {
    for (int i = 0; i < libraries.size(); i += POOL) {
      shift.pool(platform, libraries.subList(i, i + POOL));
    }
  }
}
