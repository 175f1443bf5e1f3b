package io.tapline.engine.domain;

import io.tapline.tapdb.TemplatePack;
import java.util.List;

/**
 * Object types, queues and actions of a domain. The host passes it to the engine, or {@link
 * java.util.ServiceLoader} finds it.
 */
public interface DomainPack {

  /** The name that enables it: {@code --pack wetlab}. */
  default String name() {
    return templates().name();
  }

  /** Templates and queues. The engine adds the templates of the actions. */
  TemplatePack templates();

  List<DomainAction> actions();
}
