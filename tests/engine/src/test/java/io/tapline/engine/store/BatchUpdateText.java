package io.tapline.engine.store;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Statements that {@link BatchUpdate} fills in, for tests of their plans. */
public final class BatchUpdateText {

  /** Columns of subjects that have a value in every row. */
  private static final Map<String, String> REQUIRED =
      Map.of("revision", "1", "priority", "0", "attempt_count", "0", "exec_state", "'R'");

  private BatchUpdateText() {}

  public static boolean fills(String statement) {
    return statement.equals("subject/update_subjects");
  }

  /** With every column, each with its own value in each row. */
  public static String widest(String statement) {
    return BatchUpdate.text(SubjectUpdate.STEPS, SubjectColumns.STEP, all(), all());
  }

  /** Its columns' values for so many rows, as literals with a cast. */
  public static Map<String, String> parameters(String statement, int rows) {
    var parameters = new HashMap<String, String>();
    all().stream()
        .forEach(
            i -> {
              var type = SubjectColumns.STEP.type(i).number() ? "bigint" : "text";
              var name = SubjectColumns.STEP.name(i);
              var value = REQUIRED.getOrDefault(name, "null") + "::" + type;
              parameters.put(
                  name, "array_fill(" + value + ", array[" + rows + "])::" + type + "[]");
            });
    return parameters;
  }

  private static BitSet all() {
    var all = new BitSet();
    all.set(0, SubjectColumns.STEP.size());
    return all;
  }
}
