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

/** An action on the subjects that are named or that a filter selects. */
abstract class SubjectVerb extends ActCommand {

  /** A larger selection is more likely a mistake, and its preview cannot be reviewed. */
  private static final int MOST = 100_000;

  private static final Set<String> ENDED = Set.of("COMPLETED", "FAILED_TERMINAL", "CANCELED");

  /** Number of selected subjects that the verb cannot act on, by reason. */
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

  /** The path of the action under /actions. */
  abstract String action();

  /** The verb of the confirmation, as in "requeue 12 subjects?". */
  abstract String verb();

  /** The reason why the verb cannot act on a subject of the filter; null when it can. */
  abstract String unable(JsonNode item);

  /** The reason for verbs that need a subject that has not ended. */
  static String ended(JsonNode item) {
    return ENDED.contains(item.path("state").asString()) ? "over already" : null;
  }

  /** The body of the action on one subject, without the subject and the reason. */
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
    // All names are resolved before the first subject is changed.
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
    // The command changes only the selection that was shown; a subject whose state has changed
    // since is refused.
    return one.state() == null ? body : body.put("expected_state", one.state());
  }
}
