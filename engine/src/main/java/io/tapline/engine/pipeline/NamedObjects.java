package io.tapline.engine.pipeline;

import io.tapline.engine.command.Complete;
import io.tapline.engine.command.ExpireLease;
import io.tapline.engine.command.ExternalResult;
import io.tapline.engine.command.Fail;
import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.command.PlaceHold;
import io.tapline.engine.command.ReleaseHold;
import io.tapline.engine.command.Requeue;
import io.tapline.engine.command.ResolveDeadLetter;
import io.tapline.engine.command.SubjectCommand;
import io.tapline.tapdb.EuidMint;
import java.util.Collection;
import java.util.List;

/**
 * Objects that a command about a job names beside it: lease, worker, hold, dead letter, queue,
 * outputs.
 */
final class NamedObjects {

  private NamedObjects() {}

  /** Converts its EUIDs to uids; null for an invalid EUID. */
  static void resolve(BatchItem item) {
    SubjectCommand command = item.command();
    item.subject(EuidMint.uidOrNull(command.subjectEuid()));
    if (command instanceof LeaseCommand verb) {
      item.lease(EuidMint.uidOrNull(verb.leaseEuid()));
      item.worker(EuidMint.uidOrNull(verb.workerEuid()));
    } else if (command instanceof ExpireLease expire) {
      item.lease(EuidMint.uidOrNull(expire.leaseEuid()));
    } else if (command instanceof ExternalResult result) {
      item.worker(EuidMint.uidOrNull(result.workerEuid()));
    } else if (command instanceof ReleaseHold release) {
      item.hold(EuidMint.uidOrNull(release.holdEuid()));
    } else if (command instanceof ResolveDeadLetter resolve) {
      item.deadLetter(EuidMint.uidOrNull(resolve.deadLetterEuid()));
    }
  }

  /** Whether the command is about one lease, the newest or not. */
  static boolean lease(SubjectCommand command) {
    return command instanceof LeaseCommand || command instanceof ExpireLease;
  }

  static String leaseEuid(SubjectCommand command) {
    return command instanceof LeaseCommand verb
        ? verb.leaseEuid()
        : command instanceof ExpireLease expire ? expire.leaseEuid() : null;
  }

  static String workerEuid(SubjectCommand command) {
    return command instanceof LeaseCommand verb
        ? verb.workerEuid()
        : command instanceof ExternalResult result ? result.workerEuid() : null;
  }

  static Collection<String> outputs(SubjectCommand command) {
    return command instanceof Complete complete ? complete.outputs() : List.of();
  }

  /** The keys of the queues that the command may route its job to. */
  static List<String> queueKeys(SubjectCommand command) {
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
