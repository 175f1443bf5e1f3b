package io.tapline.server;

/** The table of endpoints with the tasks API. */
class TasksEndpointTableTest extends EndpointTableTest {}
