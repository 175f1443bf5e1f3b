package io.tapline.cli.enqueue;

import tools.jackson.databind.node.ObjectNode;

/**
 * A line of an input file.
 *
 * @param number counts from 1
 */
record WorkLine(long number, ObjectNode item, int bytes) {}
