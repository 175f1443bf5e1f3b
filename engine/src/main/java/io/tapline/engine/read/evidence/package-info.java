/**
 * What was done and what remains of it: actions, events, leases, holds, dead letters, the history
 * of a subject.
 */
package io.tapline.engine.read.evidence;
