package io.tapline.engine.read.evidence;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ExecutionState;
import io.tapline.api.Progress;
import io.tapline.engine.model.LeaseTerms;
import io.tapline.tapdb.Json;
import tools.jackson.databind.node.ObjectNode;

/**
 * The form of a lease in every answer: all fields are present, with null for a missing value. Only
 * the worker that claimed it receives its token.
 */
@RecordBuilder
public record LeaseDocument(
    String leaseEuid,
    long fencingToken,
    LeaseTerms terms,
    String subjectEuid,
    String subjectName,
    ExecutionState subjectState,
    String workerEuid,
    String workerName,
    String queueKey,
    String recordEuid,
    Progress progress) {

  public ObjectNode node() {
    var node = (ObjectNode) Json.tree(terms);
    node.remove("lease_token");
    node.put("lease_euid", leaseEuid)
        .put("fencing_token", fencingToken)
        .put("subject_lookup_euid", subjectEuid)
        .put("subject_lookup_name", subjectName)
        .put("subject_lookup_state", subjectState == null ? null : subjectState.name())
        .put("worker_lookup_euid", workerEuid)
        .put("worker_lookup_name", workerName)
        .put("queue_lookup_key", queueKey)
        .put("record_lookup_euid", recordEuid);
    node.set("progress", Json.tree(progress));
    return node;
  }
}
