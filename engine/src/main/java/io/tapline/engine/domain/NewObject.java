package io.tapline.engine.domain;

import io.tapline.api.Scope;
import tools.jackson.databind.node.ObjectNode;

/** An object that a plan makes. Its EUID is minted when the plan is carried out. */
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

  /** Sends it to a queue, ready at once. Without this, what bears work is made PENDING. */
  public NewObject send(String queue, String nextAction) {
    this.queueKey = queue;
    this.nextActionKey = nextAction;
    return this;
  }

  /** Where it belongs; without this, where the subject of the action does. */
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

  /** Null when it is sent nowhere. */
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
