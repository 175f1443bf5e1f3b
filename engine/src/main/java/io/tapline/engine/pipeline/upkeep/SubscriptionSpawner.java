package io.tapline.engine.pipeline.upkeep;

import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.decide.SubscriptionMatching;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.Subscription;
import io.tapline.engine.model.SubscriptionStatus;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.SystemCaller;
import io.tapline.engine.store.AnswerBytes;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.DocumentCodec;
import io.tapline.engine.store.SubscriptionRows;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.FeedEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the feed for a tenant's subscriptions and creates their jobs. Several servers may do so
 * concurrently: the key of each job is derived from its event, so the second server finds the
 * existing job.
 */
final class SubscriptionSpawner {

  private static final Logger LOG = LoggerFactory.getLogger(SubscriptionSpawner.class);

  /**
   * Number of feed entries in one step; the number of steps in one pass is limited, so that a
   * backlog does not delay the sweep.
   */
  private static final int STEP = 500;

  private static final int STEPS_PER_PASS = 20;

  private final PipelineContext context;
  private final BiFunction<Caller, List<Enqueue>, List<ItemOutcome>> enqueues;

  SubscriptionSpawner(
      PipelineContext context, BiFunction<Caller, List<Enqueue>, List<ItemOutcome>> enqueues) {
    this.context = context;
    this.enqueues = enqueues;
  }

  /** Returns the number of created jobs. */
  int runPass(long tenantId) {
    int made = 0;
    // The page begins at the subscription with the oldest position. One that fails would keep it
    // there and prevent the others from reading on.
    var failed = new HashSet<Long>();
    for (int i = 0; i < STEPS_PER_PASS; i++) {
      var feedPage = look(tenantId, failed);
      if (feedPage.entries().isEmpty()) {
        break;
      }
      made += spawn(tenantId, feedPage, failed);
    }
    return made;
  }

  /** Active subscriptions, and the entries after the oldest position. */
  private record FeedPage(List<Subscription> subscriptions, List<FeedEntry> entries) {}

  private FeedPage look(long tenantId, Set<Long> failed) {
    return context
        .tapDb()
        .snapshot(
            tenantId,
            tx -> {
              var active =
                  SubscriptionRows.page(
                          tx,
                          context.templates(),
                          SubscriptionStatus.ACTIVE,
                          0,
                          Limits.SUBSCRIPTIONS)
                      .stream()
                      .filter(one -> !failed.contains(one.uid()))
                      .toList();
              var from = active.stream().map(one -> one.note().readTo()).min(FeedCursor::compareTo);
              return new FeedPage(
                  active,
                  from.isEmpty()
                      ? List.of()
                      : new Feed(tx).after(from.get(), STEP, AnswerBytes.MOST).entries());
            });
  }

  /** An event that matches a subscription. */
  private record MatchedEvent(ActionNote action, String actionEuid, int place) {}

  /**
   * Creates the jobs first and stores the position afterwards: a server that is killed in between
   * reads these events again.
   */
  private int spawn(long tenantId, FeedPage feedPage, Set<Long> failed) {
    int made = 0;
    for (var subscription : feedPage.subscriptions()) {
      Integer some =
          context
              .stats()
              .failures()
              .isolate(
                  Task.SUBSCRIPTION,
                  subscription.euid(),
                  null,
                  () -> spawn(tenantId, subscription, feedPage.entries()));
      if (some == null) {
        failed.add(subscription.uid());
      } else {
        made += some;
      }
    }
    return made;
  }

  private int spawn(long tenantId, Subscription subscription, List<FeedEntry> entries) {
    var matches = new ArrayList<MatchedEvent>();
    entries.forEach(entry -> add(matches, subscription, entry));
    var outcomes = enqueue(tenantId, subscription, matches);
    // If the kill switch was set meanwhile, the events wait.
    if (outcomes.stream().noneMatch(SubscriptionSpawner::later)) {
      mark(tenantId, subscription, entries, failure(subscription, outcomes));
    }
    return (int) outcomes.stream().filter(SubscriptionSpawner::fresh).count();
  }

  private static void add(List<MatchedEvent> matches, Subscription subscription, FeedEntry entry) {
    if (entry.cursor().compareTo(subscription.note().readTo()) <= 0) {
      return;
    }
    var action = DocumentCodec.action((ObjectNode) entry.properties());
    var events = action.events();
    if (events != null && action.subjectEuid() != null) {
      IntStream.range(0, events.size())
          .filter(i -> SubscriptionMatching.matches(subscription.note(), action, events.get(i)))
          .forEach(i -> matches.add(new MatchedEvent(action, entry.euid(), i)));
    }
  }

  private List<ItemOutcome> enqueue(
      long tenantId, Subscription subscription, List<MatchedEvent> matches) {
    if (matches.isEmpty()) {
      return List.of();
    }
    var generations = generations(tenantId, matches);
    var jobs = new ArrayList<Enqueue>();
    var refused = new ArrayList<ItemOutcome>();
    for (var matchedEvent : matches) {
      var subject = matchedEvent.action().subjectEuid();
      int generation = generations.getOrDefault(subject, 0);
      var tooFar = SubscriptionMatching.tooFar(subject, generation);
      if (tooFar != null) {
        refused.add(ItemOutcome.of(tooFar));
      } else {
        jobs.add(
            SubscriptionMatching.job(
                subscription,
                matchedEvent.action(),
                matchedEvent.actionEuid(),
                matchedEvent.place(),
                generation));
      }
    }
    return Stream.concat(refused.stream(), enqueue(tenantId, jobs).stream()).toList();
  }

  private Map<String, Integer> generations(long tenantId, List<MatchedEvent> matches) {
    var uids = new TreeSet<Long>();
    matches.forEach(
        matchedEvent -> uids.add(EuidMint.uidOrNull(matchedEvent.action().subjectEuid())));
    return context
        .tapDb()
        .snapshot(
            tenantId,
            tx ->
                new DecisionRows(tx, context.templates())
                    .subjectsWithProperties(uids).values().stream()
                        .collect(
                            Collectors.toMap(
                                row -> row.subject().euid(),
                                row -> SubscriptionMatching.generation(row.properties()))));
  }

  private List<ItemOutcome> enqueue(long tenantId, List<Enqueue> jobs) {
    if (jobs.isEmpty()) {
      return List.of();
    }
    long began = System.nanoTime();
    var caller = SystemCaller.of(tenantId);
    var outcomes = enqueues.apply(caller, jobs);
    context.stats().carriedOut(caller, jobs, outcomes, began);
    return outcomes;
  }

  private static boolean fresh(ItemOutcome outcome) {
    return !outcome.refused() && !outcome.answer().replayed();
  }

  private static boolean later(ItemOutcome outcome) {
    return outcome.refused() && outcome.refusal().code() == Code.SUBSTRATE_DISABLED;
  }

  private static String failure(Subscription subscription, List<ItemOutcome> outcomes) {
    Map<String, Long> messages =
        outcomes.stream()
            .filter(ItemOutcome::refused)
            .collect(Collectors.groupingBy(o -> o.refusal().message(), Collectors.counting()));
    messages.forEach(
        (message, times) ->
            LOG.warn(
                "subscription {}: {} events created no jobs: {}",
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
              SubscriptionRows.mark(tx, subscription.uid(), readTo, error);
              return null;
            });
  }
}
