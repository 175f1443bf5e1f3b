package io.tapline.demo;

import io.tapline.client.api.CancelRequest;
import io.tapline.client.api.ClaimRequest;
import io.tapline.client.api.FailRequest;
import io.tapline.client.api.HoldRequest;
import io.tapline.client.api.SubjectFilter;
import io.tapline.packs.wetlab.Kind;
import io.tapline.packs.wetlab.Platform;
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
 * Fills an empty lab. Nothing is made up afterwards: the night shift does every step through the
 * API, only quicker than life, so that all evidence is of what happened.
 */
final class Seeding {

  static final int POOL = 4;
  private static final int HANDS = 4;
  private static final long ORDER = 7;

  /** A specimen, and the material of it that waits now. */
  private record Case(Specimen specimen, Stage stage, String euid) {}

  private final Lab lab;
  private final NightShift shift;

  Seeding(Lab lab) {
    this.lab = lab;
    this.shift = new NightShift(lab);
  }

  /** Whether there was anything to do. */
  boolean run() throws InterruptedException {
    if (!lab.office()
        .subjects()
        .list(SubjectFilter.all().template(Kind.SPECIMEN).limit(1))
        .items()
        .isEmpty()) {
      return false;
    }
    shift.begin();
    var done = eachByManyHands(arrivals());
    new SeededRuns(lab, shift).from(libraries(done, Stage.SEQUENCED));
    libraries(done, Stage.POOLED).forEach((platform, some) -> pools(platform, some));
    return true;
  }

  /** In an order in which stages and sites are mixed, the same every time. */
  private List<Case> arrivals() {
    var stages = new ArrayList<Stage>();
    for (var stage : Stage.values()) {
      stages.addAll(Collections.nCopies(stage.specimens(), stage));
    }
    Collections.shuffle(stages, new Random(ORDER));
    var seen = new TreeMap<Stage, Integer>();
    var specimens = new ArrayList<Specimen>();
    for (var stage : stages) {
      // By turns within a stage, so that pools of either platform come out whole.
      var platform = Platform.values()[seen.merge(stage, 1, Integer::sum) % 2];
      int number = specimens.size() + 1;
      specimens.add(new Specimen(number, Site.at(number), platform));
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
              .cancel(CancelRequest.of(euid, "The clinic withdrew the order before extraction"));
      case DEAD -> fail(one, euid, lasting(one));
      case RETRIES ->
          fail(one, euid, Trouble.PASSING.get(one.specimen().number() % Trouble.PASSING.size()));
      case FAILED_QC -> failQc(one, euid);
      default -> {
        // It waits, or goes on in a pool.
      }
    }
    return new Case(one.specimen(), one.stage(), euid);
  }

  private String advance(Case one) {
    var euid = one.euid();
    var site = one.specimen().site();
    var platform = one.specimen().platform();
    var paper = lab.paperwork();
    int steps = one.stage().steps();
    if (steps > 0) {
      var told =
          lab.perform(
              "create_extraction",
              shift.at(site),
              euid,
              paper.extraction(site, one.specimen().name()));
      euid = told.path("extraction_output_euid").asString();
    }
    if (steps > 1) {
      lab.perform("record_post_extract_qc", shift.at(site), euid, paper.postExtractQc(true));
    }
    if (steps > 2) {
      var told =
          lab.perform(
              "create_library_prep",
              shift.at(site),
              euid,
              paper.libraryPrep(platform, one.specimen().name()));
      euid = told.path("library_prep_output_euid").asString();
    }
    if (steps > 3) {
      lab.perform("record_library_qc", shift.at(site), euid, paper.libraryQc(true));
    }
    return euid;
  }

  private void hold(Specimen specimen, String euid) {
    var hold = Trouble.HOLDS.get(specimen.number() % Trouble.HOLDS.size());
    lab.office().holds().place(HoldRequest.of(euid, hold.get(0), hold.get(1)));
  }

  private static Trouble lasting(Case one) {
    var all = one.stage().steps() == 0 ? Trouble.LASTING : Trouble.AT_PREPARATION;
    return all.get(one.specimen().number() % all.size());
  }

  private void fail(Case one, String euid, Trouble trouble) {
    var worker = shift.at(one.specimen().site());
    var leases = lab.floor().leases();
    var claim = leases.claim(ClaimRequest.by(worker).subject(euid).start(true)).claims().get(0);
    leases.fail(
        FailRequest.of(worker, euid, claim.leaseEuid())
            .errorClass(trouble.errorClass())
            .errorCode(trouble.code())
            .errorMessage(trouble.message()));
  }

  private void failQc(Case one, String euid) {
    var worker = shift.at(one.specimen().site());
    if (one.stage() == Stage.LOW_YIELD) {
      lab.perform("record_post_extract_qc", worker, euid, lab.paperwork().postExtractQc(false));
    } else {
      lab.perform("record_library_qc", worker, euid, lab.paperwork().libraryQc(false));
    }
  }

  private static Map<Platform, List<String>> libraries(List<Case> done, Stage stage) {
    var libraries = new TreeMap<Platform, List<String>>();
    for (var one : done) {
      if (one.stage() == stage) {
        libraries
            .computeIfAbsent(one.specimen().platform(), p -> new ArrayList<>())
            .add(one.euid());
      }
    }
    return libraries;
  }

  private void pools(Platform platform, List<String> libraries) {
    for (int i = 0; i < libraries.size(); i += POOL) {
      shift.pool(platform, libraries.subList(i, i + POOL));
    }
  }
}
