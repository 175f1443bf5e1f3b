package io.tapline.engine.read.evidence;

import io.tapline.api.Page;
import io.tapline.engine.read.base.PageCursor;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** An object of a list ordered by uid. */
record ListedObject(long uid, JsonNode node) {

  /**
   * A page of the found objects; one object beyond the limit indicates a next page.
   *
   * @param lookedTo the position to continue from when the list was not read to its end, or null
   */
  static Page<JsonNode> page(List<ListedObject> found, int limit, Long lookedTo) {
    boolean more = found.size() > limit;
    var shown = more ? found.subList(0, limit) : found;
    var next = more ? Long.valueOf(shown.get(limit - 1).uid()) : lookedTo;
    return new Page<>(
        shown.stream().map(ListedObject::node).toList(),
        next == null ? null : PageCursor.encode(new PageCursor.AfterUid(next)));
  }
}
