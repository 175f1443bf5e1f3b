package io.tapline.engine.domain;

/** Something a plan can link: an object that is there, or one that the plan makes. */
public sealed interface LinkableObject permits ExistingObject, NewObject {}
