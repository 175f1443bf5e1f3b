package io.tapline.cli.base;

/** A command cannot continue; the message is one sentence with the remedy. */
public final class CommandFailed extends RuntimeException {

  private final ExitCode exit;

  public CommandFailed(ExitCode exit, String sentence) {
    super(sentence);
    this.exit = exit;
  }

  public CommandFailed(ExitCode exit, String sentence, Throwable cause) {
    super(sentence, cause);
    this.exit = exit;
  }

  public static CommandFailed usage(String sentence) {
    return new CommandFailed(ExitCode.USAGE, sentence);
  }

  public ExitCode exit() {
    return exit;
  }
}
