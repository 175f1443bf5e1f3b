package io.tapline.cli.base;

/** Exit codes for programs. The numbers are documented and do not change. */
public enum ExitCode {
  OK(0, "done"),
  FAILED(1, "something failed that is nobody's fault here; the sentence says what"),
  USAGE(2, "the command line or an input file is wrong; nothing was sent"),
  UNREACHABLE(3, "no Tapline server answers at the URL"),
  UNAUTHENTICATED(4, "the server does not know the token"),
  FORBIDDEN(5, "the token's roles do not allow it"),
  NOT_FOUND(6, "there is no such queue, subject, worker or other thing"),
  CONFLICT(7, "refused as things stand: its state, lease, hold or revision is another"),
  INVALID(8, "the server does not accept a value; the sentence names the field"),
  PARTLY(9, "some were done and some refused; each refusal was printed"),
  UNHEALTHY(10, "doctor found something that needs attention"),
  NOT_CONFIRMED(11, "the question was not answered with yes; nothing was changed");

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
