package io.tapline.engine.pipeline;

import io.tapline.engine.command.Enqueue;
import io.tapline.engine.decide.Limits;
import io.tapline.engine.decide.Matching;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.Outcome;
import io.tapline.engine.model.Subscription;
import io.tapline.engine.model.SubscriptionStatus;
import io.tapline.engine.store.Documents;
import io.tapline.engine.store.Rows;
import io.tapline.engine.store.Subscriptions;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.FeedEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the feed for a tenant's subscriptions and makes the jobs that they ask for. Any number may
 * do so at once: the key of each job is its event's, so whoever comes second finds it made.
 */
final class Spawning {

  private static final Logger LOG = LoggerFactory.getLogger(Spawning.class);

  /** Entries of the feed in one step, and steps in one pass: a backlog does not keep the sweep. */
  private static final int STEP = 500;

  private static final int STEPS_PER_PASS = 20;

  private final Context context;
  private final Pipeline pipeline;

  Spawning(Context context, Pipeline pipeline) {
    this.context = context;
    this.pipeline = pipeline;
  }

  /** Returns how many jobs were made. */
  int goOn(long tenantId) {
    int made = 0;
    for (int i = 0; i < STEPS_PER_PASS; i++) {
      var look = look(tenantId);
      if (look.entries().isEmpty()) {
        break;
      }
      made += spawn(tenantId, look);
    }
    return made;
  }

  /** Active subscriptions, and what comes after the one that has read least. */
  private record Look(List<Subscription> subscriptions, List<FeedEntry> entries) {}

  private Look look(long tenantId) {
    return context
        .tapDb()
        .snapshot(
            tenantId,
            tx -> {
              var active =
                  Subscriptions.page(
                      tx, context.kinds(), SubscriptionStatus.ACTIVE, 0, Limits.SUBSCRIPTIONS);
              var from = active.stream().map(one -> one.note().readTo()).min(FeedCursor::compareTo);
              return new Look(
                  active, from.isEmpty() ? List.of() : new Feed(tx).after(from.get(), STEP));
            });
  }

  /** An event that a subscription is about. */
  private record Match(ActionNote action, String actionEuid, int place) {}

  /** First the jobs, then the mark: who is killed in between looks once more. */
  private int spawn(long tenantId, Look look) {
    int made = 0;
    for (var subscription : look.subscriptions()) {
      var matches = new ArrayList<Match>();
      look.entries().forEach(entry -> add(matches, subscription, entry));
      var outcomes = enqueue(tenantId, subscription, matches);
      if (outcomes.stream().anyMatch(Spawning::later)) {
        // The switch was turned meanwhile: the events wait for it.
        return made;
      }
      made += (int) outcomes.stream().filter(Spawning::fresh).count();
      mark(tenantId, subscription, look.entries(), failure(subscription, outcomes));
    }
    return made;
  }

  private static void add(List<Match> matches, Subscription subscription, FeedEntry entry) {
    if (entry.cursor().compareTo(subscription.note().readTo()) <= 0) {
      return;
    }
    var action = Documents.action((ObjectNode) entry.properties());
    var events = action.events();
    if (events != null && action.subjectEuid() != null) {
      IntStream.range(0, events.size())
          .filter(i -> Matching.matches(subscription.note(), action, events.get(i)))
          .forEach(i -> matches.add(new Match(action, entry.euid(), i)));
    }
  }

  private List<Outcome> enqueue(long tenantId, Subscription subscription, List<Match> matches) {
    if (matches.isEmpty()) {
      return List.of();
    }
    var generations = generations(tenantId, matches);
    var jobs = new ArrayList<Enqueue>();
    var refused = new ArrayList<Outcome>();
    for (var match : matches) {
      var subject = match.action().subjectEuid();
      int generation = generations.getOrDefault(subject, 0);
      var tooFar = Matching.tooFar(subject, generation);
      if (tooFar != null) {
        refused.add(Outcome.of(tooFar));
      } else {
        jobs.add(
            Matching.job(
                subscription, match.action(), match.actionEuid(), match.place(), generation));
      }
    }
    return Stream.concat(refused.stream(), enqueue(tenantId, jobs).stream()).toList();
  }

  private Map<String, Integer> generations(long tenantId, List<Match> matches) {
    var uids = new TreeSet<Long>();
    matches.forEach(match -> uids.add(Scene.uid(match.action().subjectEuid())));
    return context
        .tapDb()
        .snapshot(
            tenantId,
            tx ->
                new Rows(tx, context.kinds())
                    .subjectsWithProperties(uids).values().stream()
                        .collect(
                            Collectors.toMap(
                                row -> row.subject().euid(),
                                row -> Matching.generation(row.properties()))));
  }

  private List<Outcome> enqueue(long tenantId, List<Enqueue> jobs) {
    if (jobs.isEmpty()) {
      return List.of();
    }
    long began = System.nanoTime();
    var caller = SystemCaller.of(tenantId);
    var outcomes = pipeline.run(caller, jobs);
    context.tally().carriedOut(caller, jobs, outcomes, began);
    return outcomes;
  }

  private static boolean fresh(Outcome outcome) {
    return !outcome.refused() && !outcome.answer().replayed();
  }

  private static boolean later(Outcome outcome) {
    return outcome.refused() && outcome.refusal().code() == Code.SUBSTRATE_DISABLED;
  }

  private static String failure(Subscription subscription, List<Outcome> outcomes) {
    Map<String, Long> messages =
        outcomes.stream()
            .filter(Outcome::refused)
            .collect(Collectors.groupingBy(o -> o.refusal().message(), Collectors.counting()));
    messages.forEach(
        (message, times) ->
            LOG.warn(
                "subscription {}: {} events could not become jobs: {}",
                subscription.euid(),
                times,
                message));
    return messages.keySet().stream().findFirst().orElse(null);
  }

  private void mark(
      long tenantId, Subscription subscription, List<FeedEntry> entries, String error) {
    var readTo = entries.get(entries.size() - 1).cursor();
    context
        .tapDb()
        .transaction(
            tenantId,
            tx -> {
              Subscriptions.mark(tx, subscription.uid(), readTo, error);
              return null;
            });
  }
}
