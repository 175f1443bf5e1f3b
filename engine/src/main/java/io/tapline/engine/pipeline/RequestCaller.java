package io.tapline.engine.pipeline;

import io.tapline.engine.model.Caller;

/**
 * The caller of a request; each request of a shared transaction has its own.
 *
 * @param actorUid the object of the principal
 */
record RequestCaller(Caller caller, long actorUid) {}
