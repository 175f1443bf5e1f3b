package io.tapline.server;

/** The roles of the tasks API. */
class TasksRoleMatrixTest extends RoleMatrixTest {}
