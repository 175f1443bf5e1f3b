package io.tapline.engine.store;

import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.SqlFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The parts that the statement of a step needs; its text has no others (step.sql#step).
 *
 * @param fromPlace whether the scan begins at a place in the queue, and not at its head
 * @param counts whether live leases of workers are counted
 */
record StepForm(boolean ends, boolean claims, boolean fromPlace, boolean counts, Size size) {

  /** A value of an ending or a claim, in the array of that value. */
  private static final Pattern ELEMENT =
      Pattern.compile("\\(:(\\w+)::(\"?\\w+\"?)\\[]\\)\\[[^\\[\\]]*]");

  private static final Pattern EITHER = Pattern.compile("\\{either (.*?) \\| (.*?)}");
  private static final Map<StepForm, NamedSql> TEXTS = new ConcurrentHashMap<>();

  /** How many jobs a claim may get at most, and how many endings there are. */
  enum Size {
    /** One ending, one job to claim, or both. Each of their values is a parameter. */
    ONE,
    FEW,

    /** So many that the answer may become too large, and is measured. */
    MANY
  }

  /** Every form that a step may have. */
  static List<StepForm> all() {
    var all = new ArrayList<StepForm>();
    all.add(endings(Size.ONE));
    all.add(endings(Size.FEW));
    for (int i = 0; i < 8; i++) {
      for (var size : Size.values()) {
        all.add(new StepForm((i & 1) > 0, true, (i & 2) > 0, (i & 4) > 0, size));
      }
    }
    return all;
  }

  static StepForm endings(Size size) {
    return new StepForm(true, false, false, false, size);
  }

  NamedSql sql() {
    return TEXTS.computeIfAbsent(this, form -> NamedSql.of(form.text()));
  }

  String text() {
    boolean both = ends && claims;
    var text =
        piece("step/step")
            .replace("{gate}", claims ? piece("step/gate") : "")
            .replace("{limits}", counts ? piece("step/limits") : "")
            .replace(
                "{steps}",
                (ends ? piece("step/endings") : "")
                    + (both ? " union all " : "")
                    + (claims ? piece("step/claims") : ""))
            .replace("{start}", fromPlace ? piece("claim/after_place") + " and" : "")
            .replace("{bytes}", size == Size.MANY ? piece("step/bytes") : "")
            .replace("{number}", number())
            .replace(
                "{ended}",
                size == Size.ONE
                    ? "(select (:places::tid[])[1], 1)"
                    : "unnest(:places::tid[]) with ordinality")
            .replace("{fitting}", size == Size.MANY ? piece("step/fitting") : "")
            .replace("{granted}", claims ? piece("step/granted") : "")
            .replace(
                "{evidence}",
                (ends ? piece("step/ending_actions") : "")
                    + (both ? ", " : "")
                    + (claims ? piece("step/attempted") : ""))
            .replace("{claim_size}", size == Size.ONE ? "null::integer" : piece("step/claim_size"))
            .replace("{answer}", claims ? piece("step/claimed") : piece("step/ended"))
            .replace("{all_endings_matched}", ends ? piece("step/all_endings_matched") : "")
            .replace("{no_gaps}", size == Size.ONE ? "" : piece("step/no_gaps"))
            // The time that the statement reads, instead of a parameter of the included pieces.
            .replace(":now", "m.at");
    var either = both ? "case when n.held is null then $1 else $2 end" : claims ? "$1" : "$2";
    text = EITHER.matcher(text).replaceAll(either);
    return size == Size.ONE ? withoutArrays(text) : text;
  }

  /** Subscripts may be elements themselves, so the inner ones are replaced first. */
  private static String withoutArrays(String text) {
    var shorter = ELEMENT.matcher(text).replaceAll("(:$1::$2)");
    return shorter.equals(text) ? text : withoutArrays(shorter);
  }

  private String number() {
    return switch (size) {
      case ONE -> "1 as number";
      case FEW -> piece("step/number");
      case MANY -> piece("step/number_and_bytes");
    };
  }

  private static String piece(String name) {
    return SqlFile.load(StepForm.class, name);
  }
}
