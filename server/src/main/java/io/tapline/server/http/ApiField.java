package io.tapline.server.http;

/** A named value of a request or an answer. */
public record ApiField(String name, ValueShape shape, boolean required, String about) {

  public static ApiField required(String name, ValueShape shape, String about) {
    return new ApiField(name, shape, true, about);
  }

  public static ApiField optional(String name, ValueShape shape, String about) {
    return new ApiField(name, shape, false, about);
  }

  /** This field with another documentation. */
  public ApiField describedAs(String text) {
    return new ApiField(name, shape, required, text);
  }
}
