package io.tapline.packs.wetlab;

import io.tapline.api.Code;
import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.packs.PackRules;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A sequencing platform and its queues. */
public enum SequencingPlatform {
  ILMN,
  ONT;

  private String queue(String stage) {
    return name().toLowerCase(Locale.ROOT) + stage;
  }

  public String libraryPrep() {
    return queue("_lib_prep");
  }

  public String libraryQc() {
    return queue("_lib_qc");
  }

  public String pooling() {
    return queue("_seq_pool");
  }

  public String runStart() {
    return queue("_start_seq_run");
  }

  /** The queues of one stage, over all platforms. */
  static List<String> all(Function<SequencingPlatform, String> stage) {
    return Arrays.stream(values()).map(stage).toList();
  }

  /** The platform to which a queue of this stage belongs; null when it belongs to none. */
  static SequencingPlatform of(String queueKey, Function<SequencingPlatform, String> stage) {
    return Arrays.stream(values())
        .filter(platform -> stage.apply(platform).equals(queueKey))
        .findFirst()
        .orElse(null);
  }

  /**
   * The platform that a request names, or else the platform of the subject's queue. The two must
   * agree.
   *
   * @param field field of the request that names the subject, for the refusal
   */
  static SequencingPlatform requested(
      ActionFacts facts,
      String field,
      ExistingObject subject,
      Function<SequencingPlatform, String> stage) {
    var waits = subject.execution().nextQueueKey();
    var platform = of(waits, stage);
    var requestedPlatform = named(facts.text("platform"));
    PackRules.require(
        requestedPlatform == null || requestedPlatform == platform,
        Code.STATE_CONFLICT,
        "%s: %s waits in %s, which is not for %s"
            .formatted(field, subject.euid(), waits, requestedPlatform));
    return platform;
  }

  /** The platform of this name; null for null and for an unknown name. */
  static SequencingPlatform named(String name) {
    return Arrays.stream(values())
        .filter(platform -> platform.name().equals(name))
        .findFirst()
        .orElse(null);
  }
}
