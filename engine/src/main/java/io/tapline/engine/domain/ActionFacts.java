package io.tapline.engine.domain;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What an action decides on: the request, and what it asked to see.
 *
 * @param reason that the request gives; null when it gives none
 * @param subject null for an action that stands on nothing
 * @param members in the order in which the request names them
 * @param objects those that the request names, by EUID
 * @param now the transaction's one reading of the clock
 */
public record ActionFacts(
    JsonNode fields,
    String reason,
    ExistingObject subject,
    List<ExistingObject> members,
    Map<String, ExistingObject> objects,
    List<LinkedObject> relatives,
    Instant now) {

  /** An object and how it is linked to one of those above. */
  public record LinkedObject(
      ExistingObject of, String relationship, boolean parent, ExistingObject object) {}

  /** An object that the reading named; null for the null EUID. */
  public ExistingObject object(String euid) {
    return euid == null ? null : objects.get(euid);
  }

  /** What this links to by the relationship. */
  public List<ExistingObject> children(ExistingObject of, String relationship) {
    return relatives(of, relationship, false).toList();
  }

  /** What links to this by the relationship. */
  public List<ExistingObject> parents(ExistingObject of, String relationship) {
    return relatives(of, relationship, true).toList();
  }

  private Stream<ExistingObject> relatives(ExistingObject of, String relationship, boolean parent) {
    return relatives.stream()
        .filter(one -> one.parent() == parent && one.of().uid() == of.uid())
        .filter(one -> one.relationship().equals(relationship))
        .map(LinkedObject::object);
  }

  /** A field as text; null when it is absent. */
  public String text(String field) {
    var value = fields.get(field);
    return value == null || value.isNull() ? null : value.asString();
  }

  public boolean isTrue(String field) {
    var value = fields.get(field);
    return value != null && value.isBoolean() && value.booleanValue();
  }
}
