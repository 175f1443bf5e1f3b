package io.tapline.engine.model;

/** The identity of an object: its uid inside, its EUID outside. */
public record ObjectRef(long uid, String euid) {}
