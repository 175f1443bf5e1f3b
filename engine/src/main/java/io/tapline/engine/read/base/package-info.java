/**
 * What every read model shares: pages and their cursors, the clock, and the lookup of what a
 * request names.
 */
package io.tapline.engine.read.base;
