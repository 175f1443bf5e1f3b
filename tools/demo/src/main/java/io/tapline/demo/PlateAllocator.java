package io.tapline.demo;

import io.tapline.client.TaplineClient;
import io.tapline.client.api.PerformRequest;
import io.tapline.packs.wetlab.WetLabTemplates;
import java.util.EnumMap;
import java.util.Map;

/** Allocates the wells of one plate per site; a new plate follows a full one. */
final class PlateAllocator {

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
  private final Map<LabSite, Plate> plates = new EnumMap<>(LabSite.class);

  PlateAllocator(TaplineClient floor) {
    this.floor = floor;
  }

  synchronized Place next(LabSite site) {
    var plate = plates.get(site);
    if (plate == null || plate.used == WELLS) {
      plate = fresh(site);
      plates.put(site, plate);
    }
    int well = plate.used++;
    return new Place(plate.euid, (char) ('A' + well % ROWS) + "" + (1 + well / ROWS));
  }

  private Plate fresh(LabSite site) {
    var result =
        floor
            .subjects()
            .perform(
                PerformRequest.of("register_container")
                    .with("container_template_code", WetLabTemplates.PLATE)
                    .with("container_name", "Extraction plate, " + site.title()))
            .result();
    return new Plate(result.path("container_euid").asString());
  }
}
