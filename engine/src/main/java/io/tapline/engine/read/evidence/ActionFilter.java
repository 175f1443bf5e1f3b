package io.tapline.engine.read.evidence;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.tapdb.TimeText;
import java.time.Instant;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * A filter for actions of the audit trail; a null selects all.
 *
 * @param actor a part of the name of the actor, without regard to case
 * @param from inclusive start
 * @param until exclusive end
 */
@RecordBuilder
public record ActionFilter(
    ActionKey action,
    String actor,
    String queueKey,
    String subjectEuid,
    Instant from,
    Instant until) {

  /** The list goes back in time, so no later entry can be within the range. */
  boolean isOver(JsonNode shown) {
    return from != null && at(shown).isBefore(from.minus(FeedTimes.OVERLAP));
  }

  private static Instant at(JsonNode shown) {
    return TimeText.parse(shown.path("at").asString());
  }

  boolean matches(JsonNode shown) {
    return (from == null || !at(shown).isBefore(from))
        && (until == null || at(shown).isBefore(until))
        && (action == null || action.wire().equals(shown.path("action_key").asString()))
        && (queueKey == null
            || queueKey.equals(shown.path("queue_key").asString(""))
            || queueKey.equals(shown.path("to_queue_key").asString("")))
        && (actor == null
            || shown
                .path("actor")
                .asString("")
                .toLowerCase(Locale.ROOT)
                .contains(actor.toLowerCase(Locale.ROOT)));
  }
}
