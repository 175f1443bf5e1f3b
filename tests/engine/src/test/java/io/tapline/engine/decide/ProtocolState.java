package io.tapline.engine.decide;

import java.util.List;
import java.util.TreeMap;

/**
 * Everything at one moment: the database, its clock, two workers, two servers, and what is on its
 * way to them.
 *
 * @param now the database's clock, in seconds
 * @param net how often each request may still arrive
 * @param crashes how often a worker may still forget everything
 */
record ProtocolState(
    ProtocolStore store,
    int now,
    List<WorkerSide> workers,
    List<ServerSide> servers,
    TreeMap<Message, Integer> net,
    int crashes) {

  enum Verb {
    CLAIM,
    RENEW,
    COMPLETE
  }

  /**
   * A request.
   *
   * @param key its idempotency key
   * @param lease the lease that it names; 0 for a claim
   * @param sentAt the worker's clock when it sends; 0 where nobody asks for it
   */
  record Message(String key, int worker, Verb verb, long lease, int sentAt)
      implements Comparable<Message> {

    @Override
    public int compareTo(Message other) {
      return key.compareTo(other.key);
    }

    @Override
    public int hashCode() {
      return key.hashCode();
    }
  }

  /**
   * The memory of a worker.
   *
   * @param waiting the request without an answer, or null
   * @param resent whether it was sent twice
   * @param lease the lease that the worker believes to hold; 0 for none
   * @param completed the lease with a confirmed completion; 0 for none
   */
  record WorkerSide(
      Message waiting, boolean resent, long lease, long completed, int claims, int renewals) {

    WorkerSide asks(Message message) {
      return new WorkerSide(
          message,
          false,
          lease,
          completed,
          claims + (message.verb() == Verb.CLAIM ? 1 : 0),
          renewals + (message.verb() == Verb.RENEW ? 1 : 0));
    }

    WorkerSide asksAgain() {
      return new WorkerSide(waiting, true, lease, completed, claims, renewals);
    }

    WorkerSide holds(long granted) {
      return new WorkerSide(null, false, granted, completed, claims, renewals);
    }

    WorkerSide done() {
      return new WorkerSide(null, false, 0, lease, claims, renewals);
    }
  }

  /**
   * The next step of a server that waits for the lock of the subject.
   *
   * @param message null for a lapse that the server found without a request
   * @param seen the state read before the lock; null where it does not matter
   */
  record ServerSide(boolean busy, Message message, ProtocolStore seen) {

    static final ServerSide IDLE = new ServerSide(false, null, null);

    private String rank() {
      return !busy ? "" : message == null ? " " : message.key();
    }
  }

  ProtocolState store(ProtocolStore changed) {
    return new ProtocolState(changed, now, workers, servers, net, crashes);
  }

  ProtocolState worker(int number, WorkerSide changed) {
    return new ProtocolState(store, now, set(workers, number, changed), servers, net, crashes);
  }

  ProtocolState server(int number, ServerSide changed) {
    return new ProtocolState(store, now, workers, set(servers, number, changed), net, crashes);
  }

  ProtocolState later(int seconds) {
    return new ProtocolState(store, now + seconds, workers, servers, net, crashes);
  }

  ProtocolState crash(int number) {
    var forgetful = workers.get(number);
    var none =
        new WorkerSide(
            null, false, 0, forgetful.completed(), forgetful.claims(), forgetful.renewals());
    return new ProtocolState(store, now, set(workers, number, none), servers, net, crashes - 1);
  }

  ProtocolState net(Message message, int more) {
    var changed = new TreeMap<>(net);
    changed.merge(message, more, Integer::sum);
    changed.values().removeIf(left -> left == 0);
    return new ProtocolState(store, now, workers, servers, changed, crashes);
  }

  /** This state with the servers in canonical order, because they are interchangeable. */
  ProtocolState serversInOrder() {
    return servers.get(0).rank().compareTo(servers.get(1).rank()) <= 0
        ? this
        : new ProtocolState(
            store, now, workers, List.of(servers.get(1), servers.get(0)), net, crashes);
  }

  private static <T> List<T> set(List<T> all, int place, T value) {
    return place == 0 ? List.of(value, all.get(1)) : List.of(all.get(0), value);
  }
}
