/** Workers: how they are, what they may serve, what they did. */
package io.tapline.engine.read.worker;
