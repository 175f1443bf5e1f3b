package io.tapline.api;

/**
 * The word that screens and commands show instead of "job" for the jobs of a template. A pack
 * defines it.
 */
public record Noun(String one, String many) {}
