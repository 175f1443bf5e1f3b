package io.tapline.server.tasks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The settings of the tasks API.
 *
 * @param categories allowed categories of jobs
 * @param workerTimeout a worker without a heartbeat for this time is retired
 * @param sweepEvery interval of the check for such workers
 * @param longPollCap longest wait of a request for a task
 * @param internalTimeout an internal task that takes longer fails
 * @param plugins a folder of jars with additional executors; null for none
 */
public record TaskSettings(
    List<String> categories,
    Duration workerTimeout,
    Duration sweepEvery,
    Duration longPollCap,
    Duration internalTimeout,
    Path plugins) {

  /** The folder of additional executors; also {@code --plugins}. */
  public static final String PLUGINS = "TAPLINE_PLUGINS";

  /** Proxies begin to close idle connections after a minute. */
  private static final int MOST_POLL_SECONDS = 60;

  private static final int WEEK_SECONDS = 7 * 24 * 3600;
  private static final int DAY_SECONDS = 24 * 3600;

  /**
   * @param variables from a name to its value, or null
   * @throws IllegalArgumentException with one sentence
   */
  public static TaskSettings read(UnaryOperator<String> variables) {
    return new TaskSettings(
        categories(variables.apply("TAPLINE_TASK_CATEGORIES")),
        seconds(variables, "TAPLINE_TASK_WORKER_TIMEOUT_SECONDS", 60, 1, DAY_SECONDS),
        seconds(variables, "TAPLINE_TASK_SWEEP_SECONDS", 30, 1, DAY_SECONDS),
        seconds(variables, "TAPLINE_TASK_LONG_POLL_SECONDS", 60, 0, MOST_POLL_SECONDS),
        seconds(variables, "TAPLINE_TASK_INTERNAL_TIMEOUT_SECONDS", 3600, 1, WEEK_SECONDS),
        folder(variables.apply(PLUGINS)));
  }

  private static List<String> categories(String text) {
    if (text == null) {
      return List.of("modifiers", "selections", "analysis");
    }
    var words = Stream.of(text.split(",")).map(String::strip).toList();
    if (words.stream().anyMatch(word -> word.isEmpty() || word.contains(":"))) {
      throw new IllegalArgumentException(
          "TAPLINE_TASK_CATEGORIES: send words without colons, separated by commas.");
    }
    return words;
  }

  private static Path folder(String text) {
    if (text == null) {
      return null;
    }
    var folder = Path.of(text).toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          "--plugins, or " + PLUGINS + ": " + folder + " is no folder; name one with jars in it.");
    }
    return folder;
  }

  private static Duration seconds(
      UnaryOperator<String> variables, String name, int ifAbsent, int least, int most) {
    var text = variables.apply(name);
    if (text == null) {
      return Duration.ofSeconds(ifAbsent);
    }
    try {
      int value = Integer.parseInt(text.strip());
      if (value >= least && value <= most) {
        return Duration.ofSeconds(value);
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number that is out of range.
    }
    throw new IllegalArgumentException(
        name + ": '" + text + "' is not a whole number from " + least + " to " + most + ".");
  }

  /**
   * A lease outlasts the time-out of its worker by one sweep, so that the sweep retires the worker
   * first.
   */
  int leaseSeconds() {
    return (int) Math.min(WEEK_SECONDS, workerTimeout.plus(sweepEvery).toSeconds());
  }
}
