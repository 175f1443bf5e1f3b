package io.tapline.packs;

import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.WordList;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.model.RefusedException;
import java.util.Collection;

/** Checks that many actions of packs share. */
public final class PackRules {

  private PackRules() {}

  /** A stage accepts only a subject that waits in one of its queues. */
  public static void waitsIn(ExistingObject subject, String action, Collection<String> queueKeys) {
    var queue = subject.execution().nextQueueKey();
    require(
        queueKeys.contains(queue),
        Code.STATE_CONFLICT,
        "%s waits in %s; %s is for %s"
            .formatted(subject.euid(), queue, action, WordList.or(queueKeys)));
  }

  /** A field accepts only objects of these templates. */
  public static void isOf(String field, ExistingObject object, Collection<String> templateCodes) {
    if (!templateCodes.contains(object.templateCode())) {
      throw RefusedException.invalid(
          field,
          object.euid() + " is a " + object.templateCode() + ", not one of " + templateCodes);
    }
  }

  public static void require(boolean holds, Code code, String message) {
    if (!holds) {
      throw refused(code, message);
    }
  }

  public static RefusedException refused(Code code, String message) {
    return new RefusedException(Refusal.of(code, message));
  }

  public static void require(boolean holds, String field, String message) {
    if (!holds) {
      throw RefusedException.invalid(field, message);
    }
  }
}
