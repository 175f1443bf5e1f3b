package io.tapline.engine.read.lineage;

import io.tapline.engine.store.TemplateCache;

/** The kind of an object in one word for people. */
public final class ObjectKind {

  private ObjectKind() {}

  /** {@code content/material/specimen/1.0} is a specimen. */
  public static String of(String templateCode) {
    return switch (templateCode) {
      case TemplateCache.LEASE -> "lease";
      case TemplateCache.RECORD -> "record";
      default -> templateCode.startsWith("action/") ? "action" : templateCode.split("/")[2];
    };
  }
}
