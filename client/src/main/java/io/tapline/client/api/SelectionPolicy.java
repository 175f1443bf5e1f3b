package io.tapline.client.api;

import java.util.List;

/** The order of claims. */
public record SelectionPolicy(List<String> order) {}
