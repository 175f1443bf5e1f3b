package io.tapline.server;

/** The table of endpoints with the laboratory API. */
class LabEndpointTableTest extends EndpointTableTest {}
