/** Workers: their state, the queues they may serve, their history. */
package io.tapline.engine.read.worker;
