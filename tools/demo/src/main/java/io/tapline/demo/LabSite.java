package io.tapline.demo;

import java.util.Locale;

/** The sites of the lab. */
enum LabSite {
  BASEL("BSL", "Mira Keller"),
  BOSTON("BOS", "Jonah Reed"),
  SINGAPORE("SIN", "Tan Wei Ling");

  private final String code;
  private final String technician;

  LabSite(String code, String technician) {
    this.code = code;
    this.technician = technician;
  }

  /** The code of the site in scopes and on tubes. */
  String code() {
    return code;
  }

  /** The person who extracts at the site. */
  String technician() {
    return technician;
  }

  String title() {
    return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
  }

  static LabSite at(int index) {
    return values()[Math.floorMod(index, values().length)];
  }
}
