package io.tapline.bench.chaos.actor;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a client process is told, by its environment.
 *
 * @param name of the process
 * @param start how often it was started before, and once more
 * @param addresses of the servers, as clients reach them
 * @param folder where its log goes
 */
record ActorSettings(
    String name, int start, List<String> addresses, String token, Path folder, long seed) {

  static ActorSettings read(Map<String, String> environment) {
    return new ActorSettings(
        environment.get("CHAOS_NAME"),
        Integer.parseInt(environment.get("CHAOS_START")),
        List.of(environment.get("CHAOS_ADDRESSES").split(",")),
        environment.get("CHAOS_TOKEN"),
        Path.of(environment.get("CHAOS_FOLDER")),
        Long.parseLong(environment.get("CHAOS_SEED")));
  }

  /** Keys and names of one start are those of no other. */
  String unique() {
    return name + "." + start;
  }
}
