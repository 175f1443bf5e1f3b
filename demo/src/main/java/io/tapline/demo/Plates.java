package io.tapline.demo;

import io.tapline.client.TaplineClient;
import io.tapline.packs.wetlab.Kind;
import java.util.EnumMap;
import java.util.Map;

/** The plate on each bench, filled well by well; a full one is followed by a new one. */
final class Plates {

  private static final int ROWS = 8;
  private static final int WELLS = 96;

  /** A free well. */
  record Place(String plateEuid, String well) {}

  private static final class Plate {
    private final String euid;
    private int used;

    Plate(String euid) {
      this.euid = euid;
    }
  }

  private final TaplineClient floor;
  private final Map<Site, Plate> plates = new EnumMap<>(Site.class);

  Plates(TaplineClient floor) {
    this.floor = floor;
  }

  synchronized Place next(Site site) {
    var plate = plates.get(site);
    if (plate == null || plate.used == WELLS) {
      plate = fresh(site);
      plates.put(site, plate);
    }
    int well = plate.used++;
    return new Place(plate.euid, (char) ('A' + well % ROWS) + "" + (1 + well / ROWS));
  }

  private Plate fresh(Site site) {
    var told =
        Packs.perform(
            floor,
            "register_container",
            Map.of(
                "container_template_code",
                Kind.PLATE,
                "container_name",
                "Extraction plate, " + site.title()));
    return new Plate(told.path("container_euid").asString());
  }
}
