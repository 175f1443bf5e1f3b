package io.tapline.bench.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** Values in the output of a starting server, each the first group of a pattern. */
final class ServerOutput {

  static final Pattern ADDRESS = Pattern.compile("\\s*address\\s+(http://\\S+)\\s*");

  private static final int START_SECONDS = 600;

  private final Map<Pattern, CompletableFuture<String>> values = new ConcurrentHashMap<>();

  ServerOutput(Process process, Pattern... wanted) {
    for (var one : wanted) {
      values.put(one, new CompletableFuture<>());
    }
    UncheckedCalls.daemon("bench-server-output", () -> read(process));
  }

  /** Waits for a value. */
  String get(Pattern wanted) {
    try {
      return values.get(wanted).get(START_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the server did not start: " + e.getMessage(), e);
    }
  }

  private void read(Process process) {
    var output = new StringBuilder();
    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        // The lines after the values contain one action each, which no run needs.
        if (!values.values().stream().allMatch(CompletableFuture::isDone)) {
          output.append(line).append('\n');
          match(line);
        }
      }
    } catch (IOException e) {
      // The process has ended.
    }
    var ended = new IllegalStateException("the process ended after this output:\n" + output);
    values.values().forEach(value -> value.completeExceptionally(ended));
  }

  private void match(String line) {
    values.forEach(
        (pattern, value) -> {
          var found = pattern.matcher(line);
          if (found.matches()) {
            value.complete(found.group(1));
          }
        });
  }
}
