package io.tapline.server.fuzz;

/** Random requests to the laboratory API. */
class LabFuzzTest extends RequestFuzzTest {}
