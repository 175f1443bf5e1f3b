package io.tapline.cli.base;

/** Exit codes for programs. The numbers are documented and do not change. */
public enum ExitCode {
  OK(0, "the command succeeded"),
  FAILED(1, "the command failed for another reason; the error message contains the cause"),
  USAGE(2, "the command line or an input file is invalid"),
  UNREACHABLE(3, "no Tapline server answers at the URL"),
  UNAUTHENTICATED(4, "the server does not accept the token"),
  FORBIDDEN(5, "the roles of the token do not permit the request"),
  NOT_FOUND(6, "the named object, such as a queue, a job or a worker, does not exist"),
  CONFLICT(7, "the current state, lease, hold or revision of the object prevents the request"),
  INVALID(8, "the server refused a value; the error message names the field"),
  PARTLY(9, "the server refused some of the items; the command printed the refusals"),
  UNHEALTHY(10, "a check of doctor has the status FAIL"),
  NOT_CONFIRMED(11, "the user did not confirm the command; nothing was changed");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  public int code() {
    return code;
  }

  public String meaning() {
    return meaning;
  }
}
