package io.tapline.engine.domain;

import io.tapline.tapdb.TemplatePack;
import java.util.List;

/**
 * A trade's own kinds of object, queues and actions. Given to the engine, or found by {@link
 * java.util.ServiceLoader}.
 */
public interface DomainPack {

  /** By which it is asked for: {@code --pack wetlab}. */
  default String name() {
    return templates().name();
  }

  /** Templates and queues. Those of its actions are made by the engine. */
  TemplatePack templates();

  List<DomainAction> actions();
}
