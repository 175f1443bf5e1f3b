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

  @Override
  public String toString() {
    return all.toString();
  }
}
