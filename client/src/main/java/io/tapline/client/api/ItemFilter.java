package io.tapline.client.api;

import io.tapline.api.ExecutionState;

/** Selects visible jobs of a queue. */
public final class ItemFilter extends ListFilter<ItemFilter> {

  private ItemFilter() {}

  public static ItemFilter all() {
    return new ItemFilter();
  }

  public ItemFilter site(String value) {
    return set("site", value);
  }

  public ItemFilter platform(String value) {
    return set("platform", value);
  }

  public ItemFilter assay(String value) {
    return set("assay", value);
  }

  /** Jobs in paused queues instead of claimable jobs. */
  public ItemFilter behindPause() {
    return set("pause", "behind");
  }

  public ItemFilter state(ExecutionState value) {
    return set("state", value);
  }
}
