/**
 * Shared parts of the read models: pages and their cursors, the clock, and the lookup of named
 * objects.
 */
package io.tapline.engine.read.base;
