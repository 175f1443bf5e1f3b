/**
 * From the body of a request to an action of the engine, and from its answer to the body of a
 * response: what all endpoints that change something share.
 */
package io.tapline.server.actions;
