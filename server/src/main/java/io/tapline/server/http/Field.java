package io.tapline.server.http;

/** A named value of a request or an answer. */
public record Field(String name, Shape shape, boolean required, String about) {

  public static Field required(String name, Shape shape, String about) {
    return new Field(name, shape, true, about);
  }

  public static Field optional(String name, Shape shape, String about) {
    return new Field(name, shape, false, about);
  }
}
