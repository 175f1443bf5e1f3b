package io.tapline.server;

/** The components of the laboratory API. */
class LabContextTest extends ServerContextTest {}
