package io.tapline.engine.domain;

import io.tapline.api.Scope;
import tools.jackson.databind.node.ObjectNode;

/** An object that a plan creates. Its EUID is allocated when the plan is written. */
public final class NewObject implements LinkableObject {

  private final String templateCode;
  private final String name;
  private final ObjectNode properties;
  private String queueKey;
  private String nextActionKey;
  private Scope scope;

  NewObject(String templateCode, String name, ObjectNode properties) {
    this.templateCode = templateCode;
    this.name = name;
    this.properties = properties;
  }

  /** Enqueues the object, ready at once. Without this, an object with work is PENDING. */
  public NewObject send(String queue, String nextAction) {
    this.queueKey = queue;
    this.nextActionKey = nextAction;
    return this;
  }

  /** Sets the scope; the default is the scope of the action's subject. */
  public NewObject scope(Scope value) {
    this.scope = value;
    return this;
  }

  public String templateCode() {
    return templateCode;
  }

  public String name() {
    return name;
  }

  public ObjectNode properties() {
    return properties;
  }

  /** Null when it enters no queue. */
  public String queueKey() {
    return queueKey;
  }

  public String nextActionKey() {
    return nextActionKey;
  }

  /** Null for the scope of the action's subject. */
  public Scope scope() {
    return scope;
  }
}
