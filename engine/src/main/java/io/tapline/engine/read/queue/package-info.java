/** Queues: their items in claim order, their figures, their policy history, their workers. */
package io.tapline.engine.read.queue;
