/**
 * Figures of queues and tenants over time: the samples of every minute, and the charts made from
 * them.
 */
package io.tapline.engine.read.series;
