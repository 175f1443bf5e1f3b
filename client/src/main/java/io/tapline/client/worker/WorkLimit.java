package io.tapline.client.worker;

/**
 * How much a worker takes before it stops by itself.
 *
 * @param most pieces of work in all
 * @param untilIdle stop when there is no more work
 */
record WorkLimit(int most, boolean untilIdle) {

  static final WorkLimit ENDLESS = new WorkLimit(Integer.MAX_VALUE, false);
}
