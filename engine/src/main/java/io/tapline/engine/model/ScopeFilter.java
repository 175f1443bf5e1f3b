package io.tapline.engine.model;

import io.tapline.api.Scope;
import java.util.List;

/**
 * The sites, platforms and assays that a queue admits or a worker serves. An empty list admits all.
 */
public record ScopeFilter(List<String> sites, List<String> platforms, List<String> assays) {

  public static final ScopeFilter ALL = new ScopeFilter(List.of(), List.of(), List.of());

  /** A missing value is in no list. */
  public boolean admits(Scope scope) {
    return admits(sites, scope.site())
        && admits(platforms, scope.platform())
        && admits(assays, scope.assay());
  }

  /** A missing value is admitted by every list. */
  public boolean admitsNamed(Scope scope) {
    return (scope.site() == null || admits(sites, scope.site()))
        && (scope.platform() == null || admits(platforms, scope.platform()))
        && (scope.assay() == null || admits(assays, scope.assay()));
  }

  public boolean overlaps(ScopeFilter other) {
    return overlap(sites, other.sites)
        && overlap(platforms, other.platforms)
        && overlap(assays, other.assays);
  }

  private static boolean admits(List<String> allowed, String value) {
    return allowed.isEmpty() || (value != null && allowed.contains(value));
  }

  private static boolean overlap(List<String> one, List<String> other) {
    return one.isEmpty() || other.isEmpty() || one.stream().anyMatch(other::contains);
  }
}
