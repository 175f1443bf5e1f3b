package io.tapline.engine.decide;

import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.api.Role;
import io.tapline.api.WorkerStatus;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Renew;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.LeaseTerms;
import io.tapline.engine.model.LeaseTermsBuilder;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Subject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One subject as the database has it, its leases, and the answers that were given. What becomes of
 * it is decided by the code of the engine itself; this only keeps it. Immutable: each change gives
 * a new one.
 */
final class ProtocolStore {

  static final int TTL = DecisionFixtures.TTL;

  private static final Queue QUEUE = DecisionFixtures.queue(DecisionFixtures.QUEUE, true);
  private static final Map<String, Queue> QUEUES = Map.of(DecisionFixtures.QUEUE, QUEUE);
  private static final String SUBJECT = "Z-XS-7";

  final Envelope envelope;
  final TreeMap<Long, Lease> leases;
  final TreeMap<String, String> answers;
  private final TreeMap<Long, ExecutionRecord> records;
  private final String print;

  private ProtocolStore(
      Envelope envelope,
      TreeMap<Long, Lease> leases,
      TreeMap<Long, ExecutionRecord> records,
      TreeMap<String, String> answers) {
    this.envelope = envelope;
    this.leases = leases;
    this.records = records;
    this.answers = answers;
    var text = new StringBuilder();
    text.append(envelope.state()).append(envelope.attemptCount());
    leases.forEach(
        (uid, lease) ->
            text.append(';')
                .append(uid)
                .append(',')
                .append(lease.workerUid())
                .append(lease.terms().status())
                .append(seconds(lease.terms().expiresAt())));
    this.print = text.append(answers).toString();
  }

  static ProtocolStore fresh() {
    return new ProtocolStore(
        DecisionFixtures.envelope(ExecutionState.READY),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>());
  }

  static Instant at(int seconds) {
    return DecisionFixtures.NOW.plusSeconds(seconds);
  }

  private static long seconds(Instant time) {
    return time.getEpochSecond() - DecisionFixtures.NOW.getEpochSecond();
  }

  Lease newest() {
    return leases.isEmpty() ? null : leases.lastEntry().getValue();
  }

  boolean lapsed(int now) {
    return newest() != null && newest().lapsed(at(now));
  }

  long active() {
    return leases.values().stream()
        .filter(lease -> lease.terms().status() == LeaseStatus.ACTIVE)
        .count();
  }

  long live(int now) {
    return leases.values().stream().filter(lease -> lease.live(at(now))).count();
  }

  long expired() {
    return leases.values().stream()
        .filter(lease -> lease.terms().status() == LeaseStatus.EXPIRED)
        .count();
  }

  Decision claim(long worker, String key, int now, long token) {
    var command =
        ClaimBuilder.builder()
            .meta(RequestMeta.key(key))
            .workerEuid("Z-XW-" + worker)
            .maxItems(1)
            .start(true)
            .build();
    return GrantLease.decide(situation(worker, newest(), now, token), command, null);
  }

  Decision complete(long worker, String key, Lease lease, int now) {
    return verb(worker, Complete.of(key, SUBJECT, "Z-XW-" + worker, lease.euid()), lease, now);
  }

  Decision renew(long worker, String key, Lease lease, int now) {
    return verb(
        worker,
        new Renew(RequestMeta.key(key), "Z-XW-" + worker, lease.euid(), StatePrecondition.NOTHING),
        lease,
        now);
  }

  private Decision verb(long worker, SubjectCommand command, Lease lease, int now) {
    return ActionTable.decide(situation(worker, lease, now, 0), command);
  }

  SubjectChange settle(int now) {
    return ExpireLeaseDecision.settle(
        situation(newest().workerUid(), newest(), now, 0), Ending.LAPSED);
  }

  private DecisionInput situation(long worker, Lease lease, int now, long token) {
    var newest = newest();
    return DecisionInputBuilder.builder()
        .caller(DecisionFixtures.caller(Role.WORKER_SERVICE))
        .actorUid(2)
        .subject(
            new Subject(
                7,
                SUBJECT,
                Enqueue.TASK,
                "S",
                DecisionFixtures.NOW,
                DecisionFixtures.NOW,
                envelope))
        .worker(DecisionFixtures.worker(worker, WorkerStatus.ONLINE, true))
        .leaseWorkerKey("w" + worker)
        .lease(lease)
        .record(lease == null ? null : records.get(lease.uid()))
        .newest(newest)
        .newestRecord(newest == null ? null : records.get(newest.uid()))
        .queue(QUEUE)
        .leaseQueue(QUEUE)
        .named(QUEUES)
        .activeHolds(List.of())
        .outputs(Map.of())
        .now(at(now))
        .draw(new Draws(token))
        .build();
  }

  ProtocolStore with(SubjectChange change) {
    var changedLeases = new TreeMap<>(leases);
    var changedRecords = new TreeMap<>(records);
    if (change.changedLease() != null) {
      var lease = change.changedLease();
      changedLeases.put(lease.uid(), lease);
      if (change.closedRecord() != null) {
        changedRecords.put(lease.uid(), change.closedRecord());
      }
    }
    if (change.newLease() != null) {
      changedLeases.put(change.newLease().uid(), change.newLease());
      changedRecords.put(change.newLease().uid(), change.newRecord());
    }
    return new ProtocolStore(change.after(), changedLeases, changedRecords, answers);
  }

  ProtocolStore withAnswer(String key, String answer) {
    var more = new TreeMap<>(answers);
    more.put(key, answer);
    return new ProtocolStore(envelope, leases, records, more);
  }

  /** The lease as a server that ignores its status would read it. */
  Lease unsettled(Lease lease, int now) {
    var terms = lease.terms();
    return terms.status() == LeaseStatus.EXPIRED
        ? leases.get(lease.uid()).with(revived(terms, now))
        : lease;
  }

  private static LeaseTerms revived(LeaseTerms terms, int now) {
    return LeaseTermsBuilder.builder()
        .leaseToken(terms.leaseToken())
        .status(LeaseStatus.ACTIVE)
        .claimedAt(terms.claimedAt())
        .heartbeatAt(terms.heartbeatAt())
        .expiresAt(at(now + TTL))
        .attemptNumber(terms.attemptNumber())
        .ttlSeconds(terms.ttlSeconds())
        .heartbeatIntervalSeconds(terms.heartbeatIntervalSeconds())
        .nextActionKey(terms.nextActionKey())
        .idempotencyKey(terms.idempotencyKey())
        .subjectRevisionAtClaim(terms.subjectRevisionAtClaim())
        .payloadHash(terms.payloadHash())
        .build();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ProtocolStore store && store.print.equals(print);
  }

  @Override
  public int hashCode() {
    return print.hashCode();
  }

  @Override
  public String toString() {
    return print;
  }

  /** The token that the database would draw. */
  private record Draws(long token) implements DecisionIds {

    @Override
    public ObjectRef lease() {
      return new ObjectRef(token, "Z-XL-" + token);
    }

    @Override
    public ObjectRef record() {
      return new ObjectRef(token + 1_000, "Z-XR-" + token);
    }

    @Override
    public ObjectRef hold() {
      throw new IllegalStateException("nothing is held here");
    }

    @Override
    public ObjectRef deadLetter() {
      return new ObjectRef(9_999, "Z-XD-9999");
    }

    @Override
    public String leaseToken() {
      return "token-" + token;
    }

    @Override
    public double jitter() {
      return 0;
    }
  }
}
