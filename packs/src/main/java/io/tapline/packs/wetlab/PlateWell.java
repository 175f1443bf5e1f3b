package io.tapline.packs.wetlab;

import io.tapline.api.Code;
import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.domain.LinkableObject;
import io.tapline.engine.domain.NewObject;
import io.tapline.packs.PackRules;
import io.tapline.tapdb.Json;
import java.util.Locale;
import java.util.regex.Pattern;

/** A well of a plate, which accepts one material only. */
final class PlateWell {

  /** Users write a1, A1 or A01 for the same well. */
  private static final Pattern WELL_OF_96 = Pattern.compile("([A-Ha-h])(?:0?([1-9])|(1[0-2]))");

  private PlateWell() {}

  /** The plate must exist and accept materials. */
  static ExistingObject requirePlate(String field, ExistingObject plate) {
    PackRules.require(
        plate.templateCode().startsWith("container/plate/"),
        field,
        plate.euid() + " is a " + plate.templateCode() + ", not a plate");
    MaterialUse.requireOpen(plate);
    return plate;
  }

  /**
   * Makes the well and links the plate to it.
   *
   * @param field field of the request that names the well
   * @param plateCode template of the plate, which the plan may make itself
   */
  static NewObject make(
      ActionPlan plan, ActionFacts facts, LinkableObject plate, String plateCode, String field) {
    var name = name(plateCode, field, facts.text(field));
    if (plate instanceof ExistingObject existing) {
      facts.children(existing, WetLabLinks.PLATE_WELL).stream()
          .filter(well -> name.equals(well.text("well_name")))
          .findFirst()
          .ifPresent(
              well -> {
                throw PackRules.refused(
                    Code.STATE_CONFLICT,
                    "%s: well %s of plate %s is in use (%s); name another well"
                        .formatted(field, name, existing.euid(), well.euid()));
              });
    }
    var well = plan.make(WetLabTemplates.WELL, name, Json.object().put("well_name", name));
    plan.link(plate, WetLabLinks.PLATE_WELL, well);
    return well;
  }

  /** One spelling for each well of a 96-well plate; the names of other plates are unknown. */
  private static String name(String plateCode, String field, String given) {
    if (!plateCode.equals(WetLabTemplates.PLATE)) {
      return given;
    }
    var match = WELL_OF_96.matcher(given);
    PackRules.require(
        match.matches(),
        field,
        given + " is no well of a plate with 96 wells, which are A1 to H12");
    var column = match.group(2) != null ? match.group(2) : match.group(3);
    return match.group(1).toUpperCase(Locale.ROOT) + column;
  }
}
