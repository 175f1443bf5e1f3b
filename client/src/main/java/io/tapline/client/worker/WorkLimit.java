package io.tapline.client.worker;

/**
 * Conditions under which a worker stops on its own.
 *
 * @param most maximum number of jobs
 * @param untilIdle stop when no job is ready
 */
record WorkLimit(int most, boolean untilIdle) {

  static final WorkLimit ENDLESS = new WorkLimit(Integer.MAX_VALUE, false);
}
