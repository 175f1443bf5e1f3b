/**
 * Actions and the evidence of their effects: events, leases, holds, dead letters, the history of a
 * job.
 */
package io.tapline.engine.read.evidence;
