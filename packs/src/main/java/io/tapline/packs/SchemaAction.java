package io.tapline.packs;

import io.tapline.api.Role;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.DomainAction;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** An action whose fields are described by a JSON file of the same name beside its class. */
public abstract class SchemaAction implements DomainAction {

  protected static final Set<Role> OPERATORS =
      Collections.unmodifiableSet(EnumSet.of(Role.OPERATOR, Role.ADMIN));

  protected static final Set<Role> PRODUCERS =
      Collections.unmodifiableSet(EnumSet.of(Role.OPERATOR, Role.ADMIN, Role.WORKER_SERVICE));

  private final String key;
  private final String summary;
  private final ActionTarget actionTarget;
  private final Set<Role> roles;
  private final JsonNode fields;

  /** An action for every role. */
  protected SchemaAction(String key, String summary, ActionTarget actionTarget) {
    this(key, summary, actionTarget, EnumSet.allOf(Role.class));
  }

  protected SchemaAction(String key, String summary, ActionTarget actionTarget, Set<Role> roles) {
    this.key = key;
    this.summary = summary;
    this.actionTarget = actionTarget;
    this.roles = roles;
    this.fields = schema(getClass(), key + ".json");
  }

  private static JsonNode schema(Class<?> near, String file) {
    try (var in = near.getResourceAsStream(file)) {
      return Json.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public final String key() {
    return key;
  }

  @Override
  public final String summary() {
    return summary;
  }

  @Override
  public final ActionTarget target() {
    return actionTarget;
  }

  @Override
  public final Set<Role> roles() {
    return roles;
  }

  @Override
  public final JsonNode fields() {
    return fields;
  }

  /** A field as text; null when it is absent. */
  protected static String text(JsonNode fields, String name) {
    var value = fields.get(name);
    return value == null ? null : value.asString();
  }

  /** A list of strings; empty when it is absent. */
  protected static List<String> texts(JsonNode fields, String name) {
    var texts = new ArrayList<String>();
    fields.path(name).forEach(one -> texts.add(one.asString()));
    return texts;
  }
}
