package io.tapline.engine.domain;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The input of a decision: the request and the objects that the action declared.
 *
 * @param reason the reason of the request, or null
 * @param subject null for an action without a subject
 * @param members in request order
 * @param objects the objects that the request names, by EUID
 * @param now the time of the transaction
 */
public record ActionFacts(
    JsonNode fields,
    String reason,
    ExistingObject subject,
    List<ExistingObject> members,
    Map<String, ExistingObject> objects,
    List<LinkedObject> relatives,
    Instant now) {

  /** An object linked to the subject, a member or a named object. */
  public record LinkedObject(
      ExistingObject of, String relationship, boolean parent, ExistingObject object) {}

  /** A declared object; null for the null EUID. */
  public ExistingObject object(String euid) {
    return euid == null ? null : objects.get(euid);
  }

  /** The objects that this one links to by the relationship. */
  public List<ExistingObject> children(ExistingObject of, String relationship) {
    return relatives(of, relationship, false).toList();
  }

  /** The objects that link to this one by the relationship. */
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
