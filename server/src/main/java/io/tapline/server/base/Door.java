package io.tapline.server.base;

import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A module that adds another API to the server, with endpoints, settings and an OpenAPI document of
 * its own. The server finds it through {@code ServiceLoader} and creates the components that the
 * file {@code components.list} beside its class names.
 */
public interface Door {

  /** Its name in the path of its OpenAPI document. */
  String name();

  /** The beginning of the paths of all its endpoints. */
  String paths();

  /**
   * Reads its settings, which its components get.
   *
   * @param variables from the name of a variable to its value, or null
   * @throws IllegalArgumentException with one sentence
   */
  default Optional<Object> settings(UnaryOperator<String> variables) {
    return Optional.empty();
  }
}
