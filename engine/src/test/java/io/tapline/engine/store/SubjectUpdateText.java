package io.tapline.engine.store;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The statement that updates subjects, for tests of its plan. */
public final class SubjectUpdateText {

  private SubjectUpdateText() {}

  /** With every column, each with its own value in each row. */
  public static String widest() {
    return SubjectUpdate.text(all(), all(), true);
  }

  /** Its columns' values for so many subjects, as literals with a cast. */
  public static Map<String, String> parameters(int subjects) {
    var parameters = new HashMap<String, String>();
    all().stream()
        .forEach(
            i -> {
              var type = SubjectColumns.number(i) ? "bigint" : "text";
              parameters.put(
                  SubjectColumns.name(i),
                  "array_fill(null::" + type + ", array[" + subjects + "])::" + type + "[]");
            });
    return parameters;
  }

  private static BitSet all() {
    var all = new BitSet();
    all.set(0, SubjectColumns.STEP.split(", ").length);
    return all;
  }
}
