package io.tapline.server.jobs;

import io.tapline.api.WordList;
import io.tapline.engine.decide.JobRule;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.RefusedException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/**
 * The configured list of executors that may execute jobs. A generator only creates jobs and is not
 * in the list, so it never claims.
 */
@Component
final class AllowedExecutors {

  static final String VARIABLE = "TAPLINE_EXECUTORS";

  static final List<String> DEFAULT =
      List.of(
          "DOT",
          "Agent",
          "Hermes",
          "Codex",
          "PG_worker",
          "external_worker",
          "future_Kestra_adapter");

  static final String GENERATOR = JobRule.GENERATOR;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,100}");

  private final List<String> names;

  AllowedExecutors() {
    this(System.getenv(VARIABLE));
  }

  AllowedExecutors(String configured) {
    this.names = configured == null || configured.isBlank() ? DEFAULT : parse(configured);
  }

  private static List<String> parse(String configured) {
    var names = Arrays.stream(configured.split(",")).map(String::strip).toList();
    for (var name : names) {
      if (!NAME.matcher(name).matches() || name.equals(GENERATOR)) {
        throw new IllegalArgumentException(
            ("%s: '%s' is not the name of an executor; use letters, digits and _ . -, "
                    + "separated by commas, %s not among them")
                .formatted(VARIABLE, name, GENERATOR));
      }
    }
    return List.copyOf(names);
  }

  List<String> names() {
    return names;
  }

  /** All jobs of a kind have one executor. */
  void requireFor(Queue kind, String executor) {
    if (!kind.policy().requiredWorkerCapabilities().contains(executor)) {
      throw RefusedException.invalid(
          "executor",
          "jobs of kind %s are executed by %s, not by %s"
              .formatted(
                  kind.key(), WordList.and(kind.policy().requiredWorkerCapabilities()), executor));
    }
  }

  /** The executor, if it is in the list. */
  String require(String executor) {
    if (executor == null || executor.isBlank()) {
      throw RefusedException.invalid("executor", "is required: one of " + WordList.and(names));
    }
    if (executor.equals(GENERATOR)) {
      throw RefusedException.invalid(
          "executor",
          GENERATOR + " generates jobs and executes none; use one of " + WordList.and(names));
    }
    if (!names.contains(executor)) {
      throw RefusedException.invalid("executor", "is not one of " + WordList.and(names));
    }
    return executor;
  }
}
