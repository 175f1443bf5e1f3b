package io.tapline.server.conversation;

import io.tapline.server.http.Endpoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The part of the API surface that the recorded chapters cover. */
final class ConversationCoverage {

  private static final Pattern REQUEST = Pattern.compile("> \\S+ ([A-Z]+) (\\S+).*");
  private static final Pattern CODE = Pattern.compile("\"code\": \"([A-Z_]+)\"");
  private static final int REFUSED = 400;

  /** Endpoints by how special their paths are: /jobs/events is not a job's id. */
  private final List<Endpoint> endpoints;

  private final Map<String, Pattern> patterns = new HashMap<>();

  private final Map<String, Set<Integer>> statuses = new TreeMap<>();
  private final Map<String, Set<String>> codes = new TreeMap<>();
  private final Set<String> lines = new TreeSet<>();

  ConversationCoverage(List<Endpoint> endpoints, List<ConversationChapter> chapters) {
    this.endpoints = new ArrayList<>(endpoints);
    this.endpoints.sort(
        Comparator.comparingInt(endpoint -> endpoint.path().split("\\{", -1).length));
    for (var chapter : chapters) {
      chapter.steps().forEach(this::count);
    }
  }

  private void count(ConversationChapter.Step step) {
    lines.add(step.line());
    var request = REQUEST.matcher(step.line());
    if (!request.matches() || step.answer().isEmpty()) {
      return;
    }
    var target = request.group(2).split("\\?")[0];
    var path = target.startsWith("/") ? target : "/api/v1/execution/" + target;
    var asked =
        endpoints.stream()
            .filter(endpoint -> endpoint.method().name().equals(request.group(1)))
            .filter(endpoint -> pattern(endpoint).matcher(path).matches())
            .findFirst();
    if (asked.isPresent()) {
      var name = asked.get().toString();
      int status = Integer.parseInt(step.answer().get(0));
      statuses.computeIfAbsent(name, key -> new TreeSet<>()).add(status);
      var told = CODE.matcher(String.join("\n", step.answer()));
      while (told.find()) {
        codes.computeIfAbsent(name, key -> new TreeSet<>()).add(told.group(1));
      }
    }
  }

  private Pattern pattern(Endpoint endpoint) {
    return patterns.computeIfAbsent(endpoint.path(), ConversationCoverage::pattern);
  }

  private static Pattern pattern(String path) {
    return Pattern.compile(path.replace(".", "\\.").replaceAll("\\{[^}]*}", "[^/]+"));
  }

  /** Endpoints that never answered well. */
  List<String> withoutSuccess() {
    return lacking(status -> status < REFUSED);
  }

  /** Endpoints that never refused. */
  List<String> withoutRefusal() {
    return lacking(status -> status >= REFUSED);
  }

  private List<String> lacking(java.util.function.IntPredicate wanted) {
    return endpoints.stream()
        .map(Endpoint::toString)
        .filter(
            name ->
                statuses.getOrDefault(name, Set.of()).stream()
                    .noneMatch(status -> wanted.test(status)))
        .sorted()
        .toList();
  }

  /**
   * Codes that endpoints declare as their own and never gave, as {@code CODE METHOD path}. Those of
   * packs declare whatever can be said against any work under a lease, so they are left out.
   */
  Set<String> codesNeverGiven(Predicate<String> ofPacks) {
    var never = new TreeSet<String>();
    for (var endpoint : endpoints) {
      if (ofPacks.test(endpoint.path())) {
        continue;
      }
      for (var code : endpoint.refusals()) {
        if (!codes.getOrDefault(endpoint.toString(), Set.of()).contains(code.name())) {
          never.add(code.name() + " " + endpoint);
        }
      }
    }
    return never;
  }

  /** Every code that some endpoint gave. */
  Set<String> codesGiven() {
    var given = new TreeSet<String>();
    codes.values().forEach(given::addAll);
    return given;
  }

  /** Whether a step begins with these words and has that one in it. */
  boolean asked(String beginning, String word) {
    var whole = Pattern.compile("\\b" + Pattern.quote(word) + "\\b");
    return lines.stream()
        .anyMatch(line -> line.startsWith(beginning) && whole.matcher(line).find());
  }
}
