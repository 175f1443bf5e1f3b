package io.tapline.engine.domain;

import io.tapline.engine.model.Role;
import java.util.EnumSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * One action of a pack. It goes through the engine's pipeline like every other: replay, lock, read,
 * decide, write, record, in one transaction.
 */
public interface DomainAction {

  /** Its name in evidence: {@code create_extraction}; over HTTP {@code create-extraction}. */
  String key();

  /** One line for people. */
  String summary();

  ActionTarget target();

  /**
   * A JSON Schema (2020-12) of an object: the fields of the request beside those that every action
   * has. It should say {@code "additionalProperties": false}.
   */
  JsonNode fields();

  /** Who may ask for it: by default those who may complete work. */
  default Set<Role> roles() {
    return EnumSet.allOf(Role.class);
  }

  /**
   * What it needs to read, given the fields of the request, which the schema has already checked.
   */
  default NeededObjects reading(JsonNode fields) {
    return new NeededObjects();
  }

  /**
   * A pure function of what was read: no database, no clock, no chance.
   *
   * @throws io.tapline.engine.model.RefusedException to refuse; nothing will have changed
   */
  ActionPlan decide(ActionFacts facts);
}
