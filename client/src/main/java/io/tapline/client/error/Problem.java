package io.tapline.client.error;

/**
 * Why a call, or one item of a batch, got no answer.
 *
 * @param status the HTTP status; 0 when no answer came
 * @param field the field of the request that is to blame, or null
 */
public record Problem(String code, int status, String detail, String field) {

  /** What happened and what to do, as one sentence. */
  String sentence(String advice) {
    var said = detail == null || detail.isBlank() ? "no more is known" : detail.strip();
    var whole = said.endsWith(".") ? said.substring(0, said.length() - 1) : said;
    return code + ": " + whole + (advice.isEmpty() ? "" : "; " + advice);
  }

  /** The exception that means the same. */
  public TaplineException exception() {
    return ProblemExceptions.exceptionFor(this);
  }
}
