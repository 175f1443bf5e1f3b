package io.tapline.server;

import io.tapline.engine.domain.DomainPack;
import io.tapline.server.base.StartupRefused;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The packs on the class path, by name. */
final class InstalledPacks {

  private InstalledPacks() {}

  /**
   * @throws StartupRefused when a pack does not exist
   */
  static List<DomainPack> named(List<String> names) {
    if (names.isEmpty()) {
      // Loading the packs would delay a start that needs none.
      return List.of();
    }
    var there = new TreeMap<String, DomainPack>();
    ServiceLoader.load(DomainPack.class).forEach(pack -> there.put(pack.name(), pack));
    var packs = new ArrayList<DomainPack>();
    for (var name : new LinkedHashSet<>(names)) {
      if (!there.containsKey(name)) {
        throw new StartupRefused(
            "There is no pack " + name + "; there are " + there.keySet() + ".");
      }
      packs.add(there.get(name));
    }
    return packs;
  }
}
