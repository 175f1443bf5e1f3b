package io.tapline.engine.domain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The objects that an action reads. Subjects among them are locked first. */
public final class NeededObjects {

  private final List<String> members = new ArrayList<>();
  private final Map<String, List<String>> objects = new LinkedHashMap<>();
  private final Set<String> parents = new LinkedHashSet<>();
  private final Set<String> children = new LinkedHashSet<>();
  private final Set<String> ancestors = new LinkedHashSet<>();
  private final Set<String> exclusive = new LinkedHashSet<>();
  private String membersField;

  /**
   * Participating subjects; each needs a lease of the worker if the target of the action is a
   * lease.
   *
   * @param field the request field that names them, for the refusal of an unknown one
   */
  public NeededObjects members(String field, List<String> euids) {
    membersField = field;
    members.addAll(euids);
    return this;
  }

  /** An object of any type that the request names; null is ignored. */
  public NeededObjects object(String field, String euid) {
    return euid == null ? this : objects(field, List.of(euid));
  }

  public NeededObjects objects(String field, List<String> euids) {
    objects.computeIfAbsent(field, key -> new ArrayList<>()).addAll(euids);
    return this;
  }

  /**
   * An object of any type that no other action may use until this one has committed: it is locked
   * even if it has no work. Null is ignored.
   */
  public NeededObjects exclusive(String field, String euid) {
    if (euid != null) {
      exclusive.add(euid);
    }
    return object(field, euid);
  }

  /**
   * Ancestors over several generations: every object from which these relationships, in any order,
   * lead to the subject, the members or the named objects.
   */
  public NeededObjects ancestors(String... relationships) {
    ancestors.addAll(List.of(relationships));
    return this;
  }

  /**
   * The objects that link to the subject, the members and the named objects by this relationship.
   */
  public NeededObjects parents(String relationship) {
    parents.add(relationship);
    return this;
  }

  /**
   * The objects that the subject, the members and the named objects link to by this relationship.
   */
  public NeededObjects children(String relationship) {
    children.add(relationship);
    return this;
  }

  public String membersField() {
    return membersField;
  }

  public List<String> members() {
    return List.copyOf(members);
  }

  /** EUIDs by request field. */
  public Map<String, List<String>> objects() {
    return objects;
  }

  /** EUIDs of all members and named objects. */
  public Set<String> named() {
    var all = new LinkedHashSet<>(members);
    objects.values().forEach(all::addAll);
    return all;
  }

  /** EUIDs of the objects that are locked even if they have no work. */
  public Set<String> exclusive() {
    return exclusive;
  }

  public Set<String> ancestors() {
    return ancestors;
  }

  public Set<String> parents() {
    return parents;
  }

  public Set<String> children() {
    return children;
  }
}
