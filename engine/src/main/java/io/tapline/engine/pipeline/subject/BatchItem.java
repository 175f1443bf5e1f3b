package io.tapline.engine.pipeline.subject;

import io.tapline.api.request.Complete;
import io.tapline.api.request.ExpireLease;
import io.tapline.api.request.ExternalResult;
import io.tapline.api.request.Fail;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.ReleaseHold;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.ResolveDeadLetter;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.action.ActionNeed;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.tapdb.EuidMint;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * One command of a batch on its way through the pipeline. The objects that it names are set when
 * they are found.
 */
public final class BatchItem {

  private final int index;
  private final HashedCommand request;
  private Long subjectUid;
  private Long leaseUid;
  private Long workerUid;
  private Long holdUid;
  private Long deadLetterUid;

  /**
   * @param request a command about a subject
   */
  public BatchItem(int index, HashedCommand request) {
    this.index = index;
    this.request = request;
  }

  public int index() {
    return index;
  }

  public HashedCommand request() {
    return request;
  }

  public SubjectCommand command() {
    return (SubjectCommand) request.command();
  }

  public String payloadHash() {
    return request.hash();
  }

  public Long subjectUid() {
    return subjectUid;
  }

  public Long leaseUid() {
    return leaseUid;
  }

  public Long workerUid() {
    return workerUid;
  }

  Long holdUid() {
    return holdUid;
  }

  Long deadLetterUid() {
    return deadLetterUid;
  }

  public void subject(Long uid) {
    subjectUid = uid;
  }

  public void lease(Long uid) {
    leaseUid = uid;
  }

  public void worker(Long uid) {
    workerUid = uid;
  }

  void hold(Long uid) {
    holdUid = uid;
  }

  public void deadLetter(Long uid) {
    deadLetterUid = uid;
  }

  /** Whether the action of one of the items needs this. */
  static boolean anyNeeds(List<BatchItem> items, ActionNeed need) {
    return items.stream().anyMatch(item -> ActionTable.of(item.command().action()).needs(need));
  }

  /** The distinct uids of the items, without nulls. */
  public static Set<Long> uids(List<BatchItem> items, Function<BatchItem, Long> of) {
    var uids = new HashSet<Long>();
    for (var item : items) {
      var uid = of.apply(item);
      if (uid != null) {
        uids.add(uid);
      }
    }
    return uids;
  }

  /** Converts the EUIDs of the command to uids; null for an invalid EUID. */
  void resolve() {
    var command = command();
    subject(EuidMint.uidOrNull(command.subjectEuid()));
    if (command instanceof LeaseCommand verb) {
      lease(EuidMint.uidOrNull(verb.leaseEuid()));
      worker(EuidMint.uidOrNull(verb.workerEuid()));
    } else if (command instanceof ExpireLease expire) {
      lease(EuidMint.uidOrNull(expire.leaseEuid()));
    } else if (command instanceof ExternalResult result) {
      worker(EuidMint.uidOrNull(result.workerEuid()));
    } else if (command instanceof ReleaseHold release) {
      hold(EuidMint.uidOrNull(release.holdEuid()));
    } else if (command instanceof ResolveDeadLetter resolve) {
      deadLetter(EuidMint.uidOrNull(resolve.deadLetterEuid()));
    }
  }

  /** Whether the command is about one lease, the newest or not. */
  boolean namesLease() {
    var command = command();
    return command instanceof LeaseCommand || command instanceof ExpireLease;
  }

  public String leaseEuid() {
    var command = command();
    return command instanceof LeaseCommand verb
        ? verb.leaseEuid()
        : command instanceof ExpireLease expire ? expire.leaseEuid() : null;
  }

  public String workerEuid() {
    var command = command();
    return command instanceof LeaseCommand verb
        ? verb.workerEuid()
        : command instanceof ExternalResult result ? result.workerEuid() : null;
  }

  public static Collection<String> outputs(SubjectCommand command) {
    return command instanceof Complete complete ? complete.outputs() : List.of();
  }

  /** The keys of the queues that the command may route its job to. */
  public static List<String> queueKeys(SubjectCommand command) {
    var key = nextQueueKey(command);
    return key == null ? List.of() : List.of(key);
  }

  private static String nextQueueKey(SubjectCommand command) {
    if (command instanceof Complete complete) {
      return complete.nextQueueKey();
    }
    if (command instanceof Fail fail) {
      return fail.nextQueueKey();
    }
    if (command instanceof ExternalResult result) {
      return result.nextQueueKey();
    }
    if (command instanceof Requeue requeue) {
      return requeue.queueKey();
    }
    return command instanceof PlaceHold hold ? hold.queueKey() : null;
  }
}
