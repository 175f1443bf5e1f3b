package io.tapline.engine.read;

import io.tapline.engine.model.ActionKey;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * Which actions of the trail are asked for; null is any.
 *
 * @param actor a part of the actor's name, in any case
 */
public record ActionFilter(ActionKey action, String actor, String queueKey, String subjectEuid) {

  boolean matches(JsonNode shown) {
    return (action == null || action.wire().equals(shown.path("action_key").asString()))
        && (queueKey == null || queueKey.equals(shown.path("queue_key").asString("")))
        && (actor == null
            || shown
                .path("actor")
                .asString("")
                .toLowerCase(Locale.ROOT)
                .contains(actor.toLowerCase(Locale.ROOT)));
  }
}
