package io.tapline.client.api;

/** Selects holds. */
public final class HoldFilter extends ListFilter<HoldFilter> {

  private HoldFilter() {}

  public static HoldFilter all() {
    return new HoldFilter();
  }

  /** ACTIVE or RELEASED. */
  public HoldFilter status(String value) {
    return set("status", value);
  }
}
