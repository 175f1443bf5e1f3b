package io.tapline.engine.domain;

/** An object that a plan can link: a stored one, or one that the plan creates. */
public sealed interface LinkableObject permits ExistingObject, NewObject {}
