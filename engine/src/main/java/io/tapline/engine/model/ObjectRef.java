package io.tapline.engine.model;

/** The identity of an object: its internal uid and its external EUID. */
public record ObjectRef(long uid, String euid) {}
