/**
 * Queues and the whole tenant over time: the samples of every minute, and the charts made from
 * them.
 */
package io.tapline.engine.read.series;
