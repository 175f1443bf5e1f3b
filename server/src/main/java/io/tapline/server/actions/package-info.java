/**
 * Converts request bodies to actions of the engine, and their answers to response bodies, for all
 * endpoints that change data.
 */
package io.tapline.server.actions;
