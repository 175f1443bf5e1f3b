package io.tapline.client.api;

/** Which holds. */
public final class HoldFilter extends ListFilter<HoldFilter> {

  private HoldFilter() {}

  /** Without any condition. */
  public static HoldFilter all() {
    return new HoldFilter();
  }

  /** Only those with this status: ACTIVE or RELEASED. */
  public HoldFilter status(String value) {
    return set("status", value);
  }
}
