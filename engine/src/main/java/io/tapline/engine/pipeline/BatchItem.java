package io.tapline.engine.pipeline;

import io.tapline.engine.action.ActionNeed;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.command.SubjectCommand;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * One command of a batch on its way through the pipeline. The objects that it names are set when
 * they are found.
 */
final class BatchItem {

  private final int index;
  private final RequestCaller asker;
  private final SubjectCommand command;
  private final String payloadHash;
  private Long subjectUid;
  private Long leaseUid;
  private Long workerUid;
  private Long holdUid;
  private Long deadLetterUid;

  BatchItem(int index, RequestCaller asker, SubjectCommand command, String payloadHash) {
    this.index = index;
    this.asker = asker;
    this.command = command;
    this.payloadHash = payloadHash;
  }

  int index() {
    return index;
  }

  RequestCaller asker() {
    return asker;
  }

  SubjectCommand command() {
    return command;
  }

  String payloadHash() {
    return payloadHash;
  }

  Long subjectUid() {
    return subjectUid;
  }

  Long leaseUid() {
    return leaseUid;
  }

  Long workerUid() {
    return workerUid;
  }

  Long holdUid() {
    return holdUid;
  }

  Long deadLetterUid() {
    return deadLetterUid;
  }

  void subject(Long uid) {
    subjectUid = uid;
  }

  void lease(Long uid) {
    leaseUid = uid;
  }

  void worker(Long uid) {
    workerUid = uid;
  }

  void hold(Long uid) {
    holdUid = uid;
  }

  void deadLetter(Long uid) {
    deadLetterUid = uid;
  }

  /** Whether the action of one of the items needs this. */
  static boolean anyNeeds(List<BatchItem> items, ActionNeed need) {
    return items.stream().anyMatch(item -> ActionTable.of(item.command().action()).needs(need));
  }

  /** The distinct uids of the items, without nulls. */
  static Set<Long> uids(List<BatchItem> items, Function<BatchItem, Long> of) {
    var uids = new HashSet<Long>();
    for (var item : items) {
      var uid = of.apply(item);
      if (uid != null) {
        uids.add(uid);
      }
    }
    return uids;
  }
}
