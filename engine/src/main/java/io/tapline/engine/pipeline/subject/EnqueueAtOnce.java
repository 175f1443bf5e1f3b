package io.tapline.engine.pipeline.subject;

import io.tapline.api.ActionKey;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.decide.EnqueueSubject;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;
import io.tapline.engine.pipeline.ActionRecorder;
import io.tapline.engine.pipeline.ActionRecorder.SentSubject;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.engine.pipeline.IdempotentRetry;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.RequestEvidence;
import io.tapline.engine.store.ActionEntry;
import io.tapline.engine.store.EnqueueStatement;
import io.tapline.engine.store.PolicyVersions;
import io.tapline.engine.store.PolicyVersions.KnownQueue;
import io.tapline.engine.store.ReservedIds;
import io.tapline.engine.store.SubjectProperties;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The fast path for new work in one statement. The decisions are those of the general path, made on
 * queues that this process read before; the statement checks these and writes everything or
 * nothing. A batch that is not the common case, contains an item that would be refused, or uses a
 * key that was used before is left to the general path, which has every rule and every refusal
 * (docs/adr/0041).
 */
final class EnqueueAtOnce {

  /** Subject and action. */
  private static final int IDS_PER_ITEM = 2;

  private final PipelineContext context;
  private final PolicyVersions policies;
  private final ReservedIds ids = new ReservedIds();
  private volatile boolean enabled = true;

  EnqueueAtOnce(PipelineContext context) {
    this.context = context;
    this.policies = context.policies();
    context.tapDb().onNewIncarnation(ids::forgetAll);
  }

  /** Makes every request take the general path. */
  void disable() {
    enabled = false;
  }

  /** The general path draws identifiers itself: those of new work ascend on one server. */
  void dropReserved(long tenantId) {
    ids.drop(tenantId);
  }

  /**
   * Executes commands of one tenant.
   *
   * @param requests the number of requests that they come from
   * @return empty if nothing was done
   */
  Optional<List<ItemOutcome>> execute(List<HashedCommand> commands, int requests) {
    if (!enabled || !usual(commands)) {
      return Optional.empty();
    }
    long tenantId = commands.get(0).tenantId();
    var codes = new HashMap<String, Template>();
    var queueKeys = new HashSet<String>();
    for (var one : commands) {
      var enqueue = (Enqueue) one.command();
      queueKeys.add(enqueue.queueKey());
      var code = enqueue.templateCode();
      if (!codes.containsKey(code)) {
        codes.put(code, template(tenantId, code));
      }
    }
    if (codes.containsValue(null)) {
      return Optional.empty();
    }
    readUnknown(tenantId, queueKeys, commands.size() * IDS_PER_ITEM);
    var templates =
        new EnqueueTemplates(
            codes,
            template(tenantId, TemplateCache.actionCode(ActionKey.ENQUEUE_SUBJECT)),
            template(tenantId, TemplateCache.SETTING));
    var batch = new Batch(commands, queueKeys, templates);
    try {
      context
          .tapDb()
          .atOnce(
              tenantId,
              tx -> {
                if (requests > 1) {
                  tx.waitAtMost(IdempotentRetry.MOMENT_MILLIS);
                }
                batch.defer(tx);
              });
    } catch (StoreException e) {
      if (e.isUniqueViolation() || e.isLockNotAvailable() || e.isConcurrencyFailure()) {
        return Optional.empty();
      }
      throw e;
    }
    return batch.outcomes(tenantId);
  }

  /** Whether all are new subjects without links, each with a distinct key. */
  private static boolean usual(List<HashedCommand> commands) {
    var keys = new HashSet<List<String>>();
    for (var one : commands) {
      if (!EnqueuePipeline.takesNoLocks(one.command())) {
        return false;
      }
      var enqueue = (Enqueue) one.command();
      if (enqueue.templateCode() == null
          || enqueue.queueKey() == null
          || enqueue.meta().idempotencyKey() == null
          || !keys.add(List.of(enqueue.queueKey(), enqueue.meta().idempotencyKey()))) {
        return false;
      }
    }
    return true;
  }

  private Template template(long tenantId, String code) {
    return context.tapDb().templates().byCode(tenantId, code).orElse(null);
  }

  private void readUnknown(long tenantId, Set<String> queueKeys, int count) {
    var unknown = new HashSet<>(queueKeys);
    unknown.removeIf(key -> policies.queue(tenantId, key) != null);
    if (!unknown.isEmpty() || !ids.has(tenantId, count)) {
      context
          .tapDb()
          .transaction(
              tenantId,
              tx -> {
                ids.draw(tx, count);
                policies.read(tx, unknown, List.of());
                return null;
              });
    }
  }

  /**
   * Templates are looked up before the round trip, which a look-up would end.
   *
   * @param subjects by code
   */
  private record EnqueueTemplates(
      Map<String, Template> subjects, Template action, Template setting) {}

  /** A command that the statement writes. */
  private record Sent(HashedCommand request, Queue queue, ObjectRef subject, ObjectRef action) {}

  /** The commands of one statement. */
  private final class Batch {

    private final List<HashedCommand> commands;
    private final HashSet<String> queueKeys;
    private final EnqueueTemplates templates;
    private final List<Sent> all = new ArrayList<>();
    private EnqueueStatement statement;

    Batch(List<HashedCommand> commands, HashSet<String> queueKeys, EnqueueTemplates templates) {
      this.commands = commands;
      this.queueKeys = queueKeys;
      this.templates = templates;
    }

    /**
     * Reads the hints here and not earlier: by now, a connection to another incarnation of the
     * database was refused.
     */
    void defer(Tx tx) throws SQLException {
      var queues = new HashMap<String, KnownQueue>();
      for (var key : queueKeys) {
        var known = policies.queue(tx.tenantId(), key);
        // Keys of a retired queue that had this key count, too.
        if (known == null || known.queue().policy().predecessorEuids() != null) {
          return;
        }
        queues.put(key, known);
      }
      int count = commands.size() * IDS_PER_ITEM;
      var reserved = ids.take(tx.tenantId(), count);
      if (reserved == null) {
        return;
      }
      var decided = new EnqueueStatement(tx, context.templates(), reserved);
      for (var one : commands) {
        var queue = queues.get(((Enqueue) one.command()).queueKey()).queue();
        if (!decide(one, queue, reserved.now(), decided)) {
          return;
        }
      }
      decided.send(templates.setting(), queues.values(), count, ids);
      statement = decided;
    }

    private boolean decide(HashedCommand one, Queue queue, Instant now, EnqueueStatement decided)
        throws SQLException {
      var enqueue = (Enqueue) one.command();
      var template = templates.subjects().get(enqueue.templateCode());
      var properties = enqueue.properties();
      if (!template.workBearing()
          || properties != null && SubjectProperties.isLarge(properties.toString())
          || !(EnqueueSubject.create(enqueue, queue, now) instanceof SubjectChange change)) {
        return false;
      }
      var sent = new Sent(one, queue, decided.next(template), decided.next(templates.action()));
      all.add(sent);
      var entry =
          new ActionEntry(
              sent.action(),
              templates.action(),
              sent.subject().uid(),
              null,
              queue.uid(),
              one.actorUid(),
              null,
              ActionRecorder.sentNote(
                  context,
                  one.caller(),
                  RequestEvidence.of(enqueue, one.hash(), "queue"),
                  new SentSubject(sent.subject(), queue, change, null),
                  null));
      return decided.add(
          sent.subject(), template, enqueue.subjectName(), properties, change, entry);
    }

    Optional<List<ItemOutcome>> outcomes(long tenantId) {
      if (statement == null) {
        return Optional.empty();
      }
      var now = statement.writtenAt();
      if (now == null) {
        queueKeys.forEach(key -> policies.forget(tenantId, key, List.of()));
        return Optional.empty();
      }
      return Optional.of(all.stream().map(sent -> ItemOutcome.of(answer(sent, now))).toList());
    }

    /** The answer with the time of the statement. */
    private ActionAnswer answer(Sent sent, Instant now) {
      var enqueue = (Enqueue) sent.request().command();
      var change = (SubjectChange) EnqueueSubject.create(enqueue, sent.queue(), now);
      var note =
          ActionRecorder.sentNote(
              context,
              sent.request().caller(),
              RequestEvidence.of(enqueue, sent.request().hash(), "queue"),
              new SentSubject(sent.subject(), sent.queue(), change, null),
              null);
      return ActionAnswer.of(sent.action().euid(), note, false);
    }
  }
}
