package io.tapline.server;

/** The roles of the laboratory API. */
class LabRoleMatrixTest extends RoleMatrixTest {}
