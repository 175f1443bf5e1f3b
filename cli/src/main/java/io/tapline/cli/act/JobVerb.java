package io.tapline.cli.act;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.JobNoun;
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

/** An action on the jobs that are named or that a filter selects. */
abstract class JobVerb extends ActCommand {

  /** A larger selection is more likely a mistake, and its preview cannot be reviewed. */
  private static final int MOST = 100_000;

  private static final Set<String> ENDED = Set.of("COMPLETED", "FAILED_TERMINAL", "CANCELED");

  /** Number of selected jobs that the verb cannot act on, by reason. */
  private final Map<String, Integer> leftOut = new TreeMap<>();

  @Parameters(
      paramLabel = "JOB",
      arity = "0..*",
      description = "The EUIDs or names of the jobs; a filter can be given instead.")
  private List<String> jobs = List.of();

  @Mixin private JobFilter filter;

  @Option(
      names = {"-y", "--yes"},
      description = "Changes the jobs of the filter without a confirmation.")
  private boolean yes;

  @Mixin private ReasonOption why;

  /** The path of the action under /actions, and the verb of texts such as "requeue 12 jobs". */
  abstract String action();

  /**
   * The reason why the verb cannot act on a job of the filter; null when it can. Most verbs need a
   * job that has not ended.
   */
  String unable(JsonNode item) {
    return ENDED.contains(item.path("state").asString()) ? "finished" : null;
  }

  /** The body of the action on one job, without the job and the reason. */
  abstract ObjectNode body();

  @Override
  protected ExitCode run(ServerSession session) {
    var query = filter.query();
    boolean filtered = !query.parameters().isEmpty();
    if (filtered && !jobs.isEmpty()) {
      throw wrong("Give jobs or a filter, not both");
    }
    if (!filtered && jobs.isEmpty()) {
      throw wrong(
          "An empty filter would select every job: give jobs, or filter by"
              + " --queue, --state, --site, --platform, --assay, --template or --correlation");
    }
    // All names are resolved before the first job is changed.
    var names = new NameLookup(session);
    var named = jobs.stream().map(text -> new ChosenJob(names.job(text), null)).toList();
    if (named.size() == 1) {
      return act(session, action(), on(named.get(0)));
    }
    var chosen = filtered ? found(session, query) : named;
    return chosen.isEmpty() ? ExitCode.OK : each(session, chosen);
  }

  private List<ChosenJob> found(
      ServerSession session, io.tapline.cli.connect.QueryParameters query) {
    var listing = session.list("subjects", query, MOST);
    if (listing.nextCursor() != null) {
      throw CommandFailed.usage("More than " + MOST + " jobs match; narrow the filter");
    }
    if (listing.items().isEmpty()) {
      session.printer().remark("No job matches the filter; nothing was changed.");
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
    var noun = JobNoun.common(listing.items());
    leftOut.forEach(
        (why, count) ->
            session
                .printer()
                .remark(
                    "The command skips %s%s%s."
                        .formatted(
                            noun.counted(count), count == 1 ? " that is " : " that are ", why)));
    if (able.isEmpty()) {
      session
          .printer()
          .remark("No " + noun.one() + " remains to " + action() + "; nothing was changed.");
      return List.of();
    }
    new SelectionPreview(here()).confirm(action(), able, yes);
    return able.stream().map(ChosenJob::of).toList();
  }

  private ExitCode each(ServerSession session, List<ChosenJob> chosen) {
    var run = key() == null ? UUID.randomUUID().toString() : key();
    var result = new BulkResult();
    result.leftOut(leftOut.values().stream().mapToInt(Integer::intValue).sum());
    try (var bar =
        new ProgressBar(here().err(), here().terminals().err(), action(), chosen.size())) {
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
    return result.print(session.printer(), action());
  }

  private ObjectNode on(ChosenJob one) {
    var body = why.body().setAll(body()).put("subject_euid", one.euid());
    // The command changes only the selection that was shown; a job whose state has changed
    // since is refused.
    return one.state() == null ? body : body.put("expected_state", one.state());
  }

  /**
   * A job to act on.
   *
   * @param state the state in which it was shown; null when the caller named it without a look-up
   */
  record ChosenJob(String euid, String state) {

    static ChosenJob of(JsonNode item) {
      return new ChosenJob(item.path("subject_euid").asString(), item.path("state").asString());
    }
  }
}
