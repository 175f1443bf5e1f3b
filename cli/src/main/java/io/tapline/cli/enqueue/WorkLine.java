package io.tapline.cli.enqueue;

import tools.jackson.databind.node.ObjectNode;

/**
 * A line of a file of work.
 *
 * @param number from 1 on
 */
record WorkLine(long number, ObjectNode item, int bytes) {}
