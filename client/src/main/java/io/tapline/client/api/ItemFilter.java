package io.tapline.client.api;

import io.tapline.api.ExecutionState;

/** Which of a queue's visible subjects. */
public final class ItemFilter extends ListFilter<ItemFilter> {

  private ItemFilter() {}

  /** Without any condition. */
  public static ItemFilter all() {
    return new ItemFilter();
  }

  /** Only those of this site. */
  public ItemFilter site(String value) {
    return set("site", value);
  }

  /** Only those of this platform. */
  public ItemFilter platform(String value) {
    return set("platform", value);
  }

  /** Only those of this assay. */
  public ItemFilter assay(String value) {
    return set("assay", value);
  }

  /** What waits in paused queues, until they are resumed, instead of what can be claimed. */
  public ItemFilter behindPause() {
    return set("pause", "behind");
  }

  /** Only those in this state. */
  public ItemFilter state(ExecutionState value) {
    return set("state", value);
  }
}
