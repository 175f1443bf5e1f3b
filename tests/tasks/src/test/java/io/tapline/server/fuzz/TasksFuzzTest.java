package io.tapline.server.fuzz;

/** Random requests to the tasks API. */
class TasksFuzzTest extends RequestFuzzTest {}
