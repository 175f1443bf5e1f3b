package io.tapline.engine.pipeline;

import io.tapline.engine.model.Caller;

/**
 * Who makes a request.
 *
 * @param actorUid the principal's own object
 */
record Asker(Caller caller, long actorUid) {}
