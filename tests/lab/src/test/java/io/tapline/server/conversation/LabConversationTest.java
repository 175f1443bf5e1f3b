package io.tapline.server.conversation;

import java.util.Map;

/** The recorded conversation with the laboratory API. */
class LabConversationTest extends ConversationRules {

  @Override
  Map<String, String> withoutSuccess() {
    return Map.of();
  }
}
