package io.tapline.engine.store;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.ObjectRef;
import io.tapline.tapdb.Template;

/**
 * An action instance to be written, with its links.
 *
 * @param feedKey the newest feed key of its target, read under the lock; null when there is none
 *     yet
 */
@RecordBuilder
public record ActionEntry(
    ObjectRef ref,
    Template template,
    Long subjectUid,
    Long workerUid,
    Long queueUid,
    Long actorUid,
    Long feedKey,
    ActionNote note) {}
