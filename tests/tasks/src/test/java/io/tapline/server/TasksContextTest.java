package io.tapline.server;

/** The components of the tasks API. */
class TasksContextTest extends ServerContextTest {}
