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
  private final HashedCommand request;
  private Long subjectUid;
  private Long leaseUid;
  private Long workerUid;
  private Long holdUid;
  private Long deadLetterUid;

  /**
   * @param request a command about a subject
   */
  BatchItem(int index, HashedCommand request) {
    this.index = index;
    this.request = request;
  }

  int index() {
    return index;
  }

  HashedCommand request() {
    return request;
  }

  RequestCaller asker() {
    return request.asker();
  }

  SubjectCommand command() {
    return (SubjectCommand) request.command();
  }

  String payloadHash() {
    return request.hash();
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
