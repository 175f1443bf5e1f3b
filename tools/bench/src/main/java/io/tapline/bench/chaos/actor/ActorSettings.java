package io.tapline.bench.chaos.actor;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The settings of a client process, from its environment.
 *
 * @param name name of the process
 * @param start number of this start, from 1
 * @param addresses addresses of the servers for clients
 * @param folder folder of its log
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

  /** A prefix that makes keys and names of each start unique. */
  String unique() {
    return name + "." + start;
  }
}
