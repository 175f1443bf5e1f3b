package io.tapline.cli.act;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.ProgressBar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Something done to subjects: to those that are named, or to those that a filter finds. */
abstract class SubjectVerb extends ActCommand {

  /** More at once is a mistake more often than a wish, and nobody reads a preview of it. */
  private static final int MOST = 100_000;

  private static final Set<String> ENDED = Set.of("COMPLETED", "FAILED_TERMINAL", "CANCELED");

  /** What a filter found and the verb cannot act on: how many, by why. */
  private final Map<String, Integer> leftOut = new TreeMap<>();

  @Parameters(
      paramLabel = "SUBJECT",
      arity = "0..*",
      description = "EUIDs or names; or give a filter instead.")
  private List<String> subjects = List.of();

  @Mixin private SubjectFilter filter;

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask before acting on what a filter found.")
  private boolean yes;

  @Mixin private ReasonOption why;

  /** Under /actions. */
  abstract String action();

  /** As in "requeue 12 subjects?". */
  abstract String verb();

  /** Why the verb cannot act on a subject that a filter found; null when it can. */
  abstract String unable(JsonNode item);

  /** Of a verb for what has not ended. */
  static String ended(JsonNode item) {
    return ENDED.contains(item.path("state").asString()) ? "over already" : null;
  }

  /** The body of the action on one subject, but for the subject and the reason. */
  abstract ObjectNode body();

  @Override
  protected ExitCode run(ServerSession session) {
    var query = filter.query();
    boolean filtered = !query.parameters().isEmpty();
    if (filtered && !subjects.isEmpty()) {
      throw wrong("Name subjects or give a filter, not both");
    }
    if (!filtered && subjects.isEmpty()) {
      throw wrong(
          "An empty filter would take every subject there is: name subjects, or filter by"
              + " --queue, --state, --site, --platform, --assay, --template or --correlation");
    }
    // All of them before the first is touched.
    var names = new NameLookup(session);
    var named =
        subjects.stream().map(text -> new ChosenSubject(names.subject(text), null)).toList();
    if (named.size() == 1) {
      return act(session, action(), on(named.get(0)));
    }
    var chosen = filtered ? found(session, query) : named;
    return chosen.isEmpty() ? ExitCode.OK : each(session, chosen);
  }

  private List<ChosenSubject> found(
      ServerSession session, io.tapline.cli.connect.QueryParameters query) {
    var listing = session.list("subjects", query, MOST);
    if (listing.nextCursor() != null) {
      throw CommandFailed.usage("More than " + MOST + " subjects match; narrow the filter");
    }
    if (listing.items().isEmpty()) {
      session.printer().remark("No subject matches; nothing was changed.");
      return List.of();
    }
    var able = new ArrayList<JsonNode>();
    for (var item : listing.items()) {
      var why = unable(item);
      if (why == null) {
        able.add(item);
      } else {
        leftOut.merge(why, 1, Integer::sum);
      }
    }
    leftOut.forEach(
        (why, count) ->
            session
                .printer()
                .remark(
                    "Left out: " + count + " that " + (count == 1 ? "is " : "are ") + why + "."));
    if (able.isEmpty()) {
      session.printer().remark("None is left to " + verb() + "; nothing was changed.");
      return List.of();
    }
    new SelectionPreview(here()).confirm(verb(), able, yes);
    return able.stream().map(ChosenSubject::of).toList();
  }

  private ExitCode each(ServerSession session, List<ChosenSubject> chosen) {
    var run = key() == null ? UUID.randomUUID().toString() : key();
    var result = new BulkResult();
    result.leftOut(leftOut.values().stream().mapToInt(Integer::intValue).sum());
    try (var bar = new ProgressBar(here().err(), here().terminals().err(), verb(), chosen.size())) {
      for (var one : chosen) {
        result.add(
            one.euid(),
            () ->
                session
                    .http()
                    .post(
                        "actions/" + action(),
                        on(one).put("idempotency_key", run + ":" + one.euid())));
        bar.advance(1);
      }
    }
    return result.print(session.printer(), verb());
  }

  private ObjectNode on(ChosenSubject one) {
    var body = why.body().setAll(body()).put("subject_euid", one.euid());
    // What was shown is what is changed: a subject that has moved on since is left alone.
    return one.state() == null ? body : body.put("expected_state", one.state());
  }
}
