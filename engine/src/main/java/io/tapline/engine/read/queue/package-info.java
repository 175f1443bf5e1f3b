/**
 * Queues: their items in the order of claims, their figures, their policy over time, who serves
 * them.
 */
package io.tapline.engine.read.queue;
