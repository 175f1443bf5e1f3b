package io.tapline.client.worker;

import io.tapline.client.error.Problem;
import java.util.Set;

/** Classifies refusals of single items. */
final class ItemRefusal {

  private static final Set<String> LOST =
      Set.of(
          "LEASE_EXPIRED",
          "LEASE_NOT_ACTIVE",
          "NOT_LEASE_OWNER",
          "SUBJECT_HELD",
          "SUBJECT_TERMINAL");

  private static final Set<String> OURS = Set.of("lease_euid", "subject_euid", "worker_euid");

  private ItemRefusal() {}

  /** The worker has lost the lease; a retry cannot succeed. */
  static boolean lost(Problem problem) {
    return LOST.contains(problem.code())
        || problem.code().equals("NOT_FOUND") && OURS.contains(field(problem));
  }

  /** In a batch the field has its item as a prefix: {@code items[3].lease_euid}. */
  private static String field(Problem problem) {
    var field = problem.field() == null ? "" : problem.field();
    return field.substring(field.lastIndexOf('.') + 1);
  }
}
