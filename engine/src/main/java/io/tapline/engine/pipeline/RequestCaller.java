package io.tapline.engine.pipeline;

import io.tapline.engine.model.Caller;

/**
 * Who makes a request: requests that share a transaction each keep their own.
 *
 * @param actorUid the principal's own object
 */
record RequestCaller(Caller caller, long actorUid) {}
