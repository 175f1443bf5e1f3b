package io.tapline.engine.read.task;

import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.decide.QueueDecision;
import io.tapline.engine.decide.StatusProjections;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.LeaseTermsBuilder;
import io.tapline.engine.model.QueuePolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The combinations of state and newest lease for each task status. They are computed from the
 * projection itself, so that lists can be filtered without a second definition.
 */
final class TaskFacts {

  private enum LeaseStanding {
    NONE,
    LIVE,
    LAPSED,
    /** The lease lapsed on the last attempt. */
    SPENT
  }

  private static final Instant NOW = Instant.EPOCH;

  /** A policy with remaining attempts, unless the envelope limits them. */
  private static final QueuePolicy POLICY =
      QueueDecision.create(
              new CreateQueue(RequestMeta.key("-"), "-", QueueFields.NONE), null, List.of())
          .policy();

  private static final Map<String, List<String>> BY_STATUS = byStatus();

  private TaskFacts() {}

  /** Combinations such as {@code R LIVE}. */
  static String[] of(String status) {
    return BY_STATUS.getOrDefault(status, List.of()).toArray(String[]::new);
  }

  private static Map<String, List<String>> byStatus() {
    var found = new HashMap<String, List<String>>();
    for (var state : ExecutionState.values()) {
      for (var leaseStanding : LeaseStanding.values()) {
        found
            .computeIfAbsent(status(state, leaseStanding), key -> new ArrayList<>())
            .add(state.code() + " " + leaseStanding);
      }
    }
    return found;
  }

  private static String status(ExecutionState state, LeaseStanding leaseStanding) {
    var draft = Envelope.unborn().to(state);
    var envelope = (leaseStanding == LeaseStanding.SPENT ? draft.maxAttempts(1) : draft).at(NOW);
    return StatusProjections.of(envelope, lease(leaseStanding), false, false, POLICY, NOW).task();
  }

  private static Lease lease(LeaseStanding leaseStanding) {
    if (leaseStanding == LeaseStanding.NONE) {
      return null;
    }
    var expires = leaseStanding == LeaseStanding.LIVE ? NOW.plusSeconds(1) : NOW;
    var terms =
        LeaseTermsBuilder.builder()
            .status(LeaseStatus.ACTIVE)
            .claimedAt(NOW)
            .heartbeatAt(NOW)
            .expiresAt(expires)
            .attemptNumber(1)
            .ttlSeconds(1)
            .subjectRevisionAtClaim(1)
            .build();
    return new Lease(0, null, 0, 0, 0, terms);
  }
}
