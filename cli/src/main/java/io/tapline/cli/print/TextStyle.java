package io.tapline.cli.print;

/** The meaning of a piece of text, which selects its colour. */
public enum TextStyle {
  PLAIN(""),
  STRONG("1"),
  FAINT("2"),
  GOOD("32"),
  BUSY("36"),
  WARN("33"),
  BAD("31");

  private final String code;

  TextStyle(String code) {
    this.code = code;
  }

  String code() {
    return code;
  }

  /** The style of a state or status. */
  public static TextStyle ofState(String state) {
    return switch (state) {
      case "COMPLETED", "SUCCEEDED", "ONLINE", "OK", "succeeded" -> GOOD;
      case "RUNNING", "ACTIVE", "WAITING_EXTERNAL", "leased", "in_progress", "active" -> BUSY;
      case "FAILED_RETRYABLE", "HELD", "DRAINING", "OPEN", "WARN", "retry_waiting" -> WARN;
      case "FAILED_TERMINAL",
          "EXPIRED",
          "ABANDONED",
          "OFFLINE",
          "DISABLED",
          "FAIL",
          "dead_letter",
          "failed",
          "partially_failed" ->
          BAD;
      case "CANCELED", "RETIRED", "REVOKED", "RELEASED", "IGNORED", "cancelled", "cleaned" -> FAINT;
      default -> PLAIN;
    };
  }
}
