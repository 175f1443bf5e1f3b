package io.tapline.server.openapi;

import org.springframework.web.util.HtmlUtils;

/** Builds HTML; text is always escaped. */
final class HtmlBuilder {

  private final StringBuilder all = new StringBuilder();

  HtmlBuilder raw(String markup) {
    all.append(markup);
    return this;
  }

  HtmlBuilder text(String text) {
    all.append(HtmlUtils.htmlEscape(text, "UTF-8"));
    return this;
  }

  HtmlBuilder in(String element, String text) {
    return raw("<" + element + ">").text(text).raw("</" + element + ">");
  }

  /** A path, which may be broken after each of its segments only. */
  HtmlBuilder path(String path) {
    return parts(path, "(?<=/)");
  }

  /** One or several names, which may be broken after an underscore, a dot or a space only. */
  HtmlBuilder name(String name) {
    return parts(name, "(?<=[_.])");
  }

  /** The name of a type, which may be broken before a capital. */
  HtmlBuilder type(String name) {
    return parts(name, "(?<=[a-z])(?=[A-Z])");
  }

  private HtmlBuilder parts(String text, String between) {
    var parts = text.split(between);
    for (int i = 0; i < parts.length; i++) {
      raw(i == 0 ? "" : "<wbr>").text(parts[i]);
    }
    return this;
  }

  @Override
  public String toString() {
    return all.toString();
  }
}
