package io.tapline.engine.store;

import io.tapline.tapdb.SqlFile;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Statements that {@link BatchUpdate} fills in, for tests of their plans. */
public final class BatchUpdateText {

  /** Columns of subjects that have a value in every row. */
  private static final Map<String, String> REQUIRED =
      Map.of("revision", "1", "priority", "0", "attempt_count", "0", "exec_state", "'READY'");

  private BatchUpdateText() {}

  public static boolean fills(String statement) {
    return statement.equals("subject/update_subjects")
        || statement.equals("attempt/update_attempts");
  }

  /** With every column, each with its own value in each row. */
  public static String widest(String statement) {
    var file =
        statement.equals("subject/update_subjects")
            ? SubjectUpdate.STEPS
            : SqlFile.load(AttemptUpdate.class, statement);
    return BatchUpdate.text(file, columns(statement), all(statement), all(statement));
  }

  /** Its columns' values for so many rows, as literals with a cast. */
  public static Map<String, String> parameters(String statement, int rows) {
    var parameters = new HashMap<String, String>();
    all(statement).stream()
        .forEach(
            i -> {
              var type = columns(statement).type(i).number() ? "bigint" : "text";
              var name = columns(statement).name(i);
              var value = REQUIRED.getOrDefault(name, "null") + "::" + type;
              parameters.put(
                  name, "array_fill(" + value + ", array[" + rows + "])::" + type + "[]");
            });
    return parameters;
  }

  private static ColumnList columns(String statement) {
    return statement.equals("subject/update_subjects")
        ? SubjectColumns.STEP
        : AttemptColumns.CHANGING;
  }

  private static BitSet all(String statement) {
    var all = new BitSet();
    all.set(0, columns(statement).size());
    return all;
  }
}
