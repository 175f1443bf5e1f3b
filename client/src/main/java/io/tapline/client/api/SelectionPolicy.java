package io.tapline.client.api;

import java.util.List;

public record SelectionPolicy(List<String> order) {}
