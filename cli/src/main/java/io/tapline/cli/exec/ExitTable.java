package io.tapline.cli.exec;

import io.tapline.api.ErrorClass;
import io.tapline.cli.base.CommandFailed;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The failure class of each exit code. The defaults are those of sysexits.h. */
final class ExitTable {

  static final ErrorClass OTHERWISE = ErrorClass.TRANSIENT_SYSTEM;

  static final Map<Integer, ErrorClass> USUAL =
      Map.ofEntries(
          Map.entry(64, ErrorClass.PERMANENT_INPUT),
          Map.entry(65, ErrorClass.PERMANENT_INPUT),
          Map.entry(66, ErrorClass.PERMANENT_INPUT),
          Map.entry(68, ErrorClass.TRANSIENT_DEPENDENCY),
          Map.entry(69, ErrorClass.TRANSIENT_DEPENDENCY),
          Map.entry(70, ErrorClass.PERMANENT_STATE),
          Map.entry(73, ErrorClass.TRANSIENT_CAPACITY),
          Map.entry(76, ErrorClass.TRANSIENT_DEPENDENCY),
          Map.entry(77, ErrorClass.PERMANENT_STATE),
          Map.entry(78, ErrorClass.PERMANENT_STATE),
          Map.entry(80, ErrorClass.BUSINESS_RULE_HOLD),
          Map.entry(81, ErrorClass.OPERATOR_CANCELED),
          Map.entry(137, ErrorClass.TRANSIENT_CAPACITY));

  private final Map<Integer, ErrorClass> table = new TreeMap<>(USUAL);

  /**
   * @param own codes and classes of the command line, which precede the defaults
   */
  ExitTable(Map<Integer, String> own) {
    own.forEach((code, name) -> table.put(failure(code), errorClass(name)));
  }

  ErrorClass classOf(int code) {
    return table.getOrDefault(code, OTHERWISE);
  }

  private static int failure(int code) {
    if (code < 1 || code > 255) {
      throw CommandFailed.usage("--exit " + code + ": the exit code of a failure must be 1 to 255");
    }
    return code;
  }

  private static ErrorClass errorClass(String name) {
    return Arrays.stream(ErrorClass.values())
        .filter(known -> known.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                CommandFailed.usage(
                    "'"
                        + name
                        + "' is not an error class; use one of "
                        + Arrays.stream(ErrorClass.values())
                            .map(Enum::name)
                            .collect(Collectors.joining(", "))));
  }
}
