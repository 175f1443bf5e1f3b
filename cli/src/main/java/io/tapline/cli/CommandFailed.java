package io.tapline.cli;

/** A command cannot go on; the message is one sentence that says what to do. */
public final class CommandFailed extends RuntimeException {

  private final Exit exit;

  public CommandFailed(Exit exit, String sentence) {
    super(sentence);
    this.exit = exit;
  }

  public CommandFailed(Exit exit, String sentence, Throwable cause) {
    super(sentence, cause);
    this.exit = exit;
  }

  public static CommandFailed usage(String sentence) {
    return new CommandFailed(Exit.USAGE, sentence);
  }

  public Exit exit() {
    return exit;
  }
}
