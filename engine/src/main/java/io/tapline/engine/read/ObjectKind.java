package io.tapline.engine.read;

import io.tapline.engine.store.TemplateCache;

/** What an object is, in a word for people. */
final class ObjectKind {

  private ObjectKind() {}

  /** {@code content/material/specimen/1.0} is a specimen. */
  static String of(String templateCode) {
    return switch (templateCode) {
      case TemplateCache.LEASE -> "lease";
      case TemplateCache.RECORD -> "record";
      default -> templateCode.startsWith("action/") ? "action" : templateCode.split("/")[2];
    };
  }
}
