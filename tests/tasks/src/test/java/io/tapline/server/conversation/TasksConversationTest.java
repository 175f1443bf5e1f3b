package io.tapline.server.conversation;

import java.util.Map;

/** The recorded conversation with the tasks API. */
class TasksConversationTest extends ConversationRules {

  @Override
  Map<String, String> withoutSuccess() {
    return Map.of();
  }
}
