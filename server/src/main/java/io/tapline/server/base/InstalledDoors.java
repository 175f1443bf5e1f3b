package io.tapline.server.base;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;

/**
 * The doors on the class path, with their settings.
 *
 * @param doors in the order of their names
 * @param settings of those doors that have any
 */
public record InstalledDoors(List<Door> doors, List<Object> settings) {

  /**
   * @throws IllegalArgumentException with one sentence, when a setting of a door is invalid
   */
  public static InstalledDoors read(UnaryOperator<String> variables) {
    var doors =
        ServiceLoader.load(Door.class, Door.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparing(Door::name))
            .toList();
    return new InstalledDoors(
        doors, doors.stream().flatMap(door -> door.settings(variables).stream()).toList());
  }
}
