package io.tapline.engine.store;

/** Columns of a table, in the order of their values. */
final class ColumnList {

  private final String[] names;
  private final ColumnType[] types;

  /**
   * @param columns a name and, where it is not text, its type, such as {@code json_addl jsonb};
   *     separated by commas
   */
  ColumnList(String columns) {
    var named = columns.split(",");
    names = new String[named.length];
    types = new ColumnType[named.length];
    for (int i = 0; i < named.length; i++) {
      var words = named[i].strip().split(" ", 2);
      names[i] = words[0];
      types[i] = words.length == 1 ? ColumnType.TEXT : ColumnType.named(words[1]);
    }
  }

  int size() {
    return names.length;
  }

  String name(int i) {
    return names[i];
  }

  ColumnType type(int i) {
    return types[i];
  }

  int indexOf(String name) {
    return java.util.List.of(names).indexOf(name);
  }
}
