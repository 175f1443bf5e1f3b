package io.tapline.client.error;

/**
 * The reason why a call, or one item of a batch, was refused or failed.
 *
 * @param status the HTTP status; 0 without an answer
 * @param field the wrong field of the request, or null
 */
public record Problem(String code, int status, String detail, String field) {

  /** The cause and the remedy in one sentence. */
  String sentence(String advice) {
    var text = detail == null || detail.isBlank() ? "the server gave no details" : detail.strip();
    var whole = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    return code + ": " + whole + (advice.isEmpty() ? "" : "; " + advice);
  }

  /** The exception for this problem's code and status. */
  public TaplineException exception() {
    return ProblemExceptions.exceptionFor(this);
  }
}
