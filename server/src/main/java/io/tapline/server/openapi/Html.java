package io.tapline.server.openapi;

import org.springframework.web.util.HtmlUtils;

/** HTML in the making; text is always escaped. */
final class Html {

  private final StringBuilder all = new StringBuilder();

  Html raw(String markup) {
    all.append(markup);
    return this;
  }

  Html text(String text) {
    all.append(HtmlUtils.htmlEscape(text, "UTF-8"));
    return this;
  }

  /** Text inside one element. */
  Html in(String element, String text) {
    return raw("<" + element + ">").text(text).raw("</" + element + ">");
  }

  @Override
  public String toString() {
    return all.toString();
  }
}
