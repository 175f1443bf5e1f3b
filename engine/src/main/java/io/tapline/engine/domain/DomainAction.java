package io.tapline.engine.domain;

import io.tapline.api.Role;
import java.util.EnumSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * One action of a pack. The engine's pipeline executes it like every other action: replay, lock,
 * read, decide, write, record, in one transaction.
 */
public interface DomainAction {

  /** The name in evidence: {@code create_extraction}; over HTTP {@code create-extraction}. */
  String key();

  /** One line for people. */
  String summary();

  ActionTarget target();

  /**
   * A JSON Schema (2020-12) of an object: the fields of the request besides those of every action.
   * It should contain {@code "additionalProperties": false}.
   */
  JsonNode fields();

  /** The roles that may request it; the default is those that may complete jobs. */
  default Set<Role> roles() {
    return EnumSet.allOf(Role.class);
  }

  /** The objects to read, for fields that the schema has already checked. */
  default NeededObjects reading(JsonNode fields) {
    return new NeededObjects();
  }

  /**
   * A pure function of the input: no database, clock or randomness.
   *
   * @throws io.tapline.engine.model.RefusedException to refuse; nothing changes then
   */
  ActionPlan decide(ActionFacts facts);
}
