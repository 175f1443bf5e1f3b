package io.tapline.cli;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.print.SafeText;
import io.tapline.client.error.ConflictException;
import io.tapline.client.error.ForbiddenException;
import io.tapline.client.error.IdempotencyConflictException;
import io.tapline.client.error.LeaseLostException;
import io.tapline.client.error.NotFoundException;
import io.tapline.client.error.TaplineException;
import io.tapline.client.error.UnauthenticatedException;
import io.tapline.client.error.UnavailableException;
import io.tapline.client.error.UnexpectedAnswerException;
import io.tapline.client.error.UnreachableException;
import io.tapline.client.error.ValidationException;
import io.tapline.client.error.WorkerStoppedException;
import io.tapline.server.base.StartupRefused;
import java.io.PrintStream;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The failure of a command: exit code, name of the command, and one sentence with the remedy. */
record CommandError(ExitCode exit, String who, String sentence) {

  private static final String SEE_HELP = "; see %s --help";

  /** The command line cannot be parsed. */
  static CommandError about(CommandLine.ParameterException wrong) {
    var who = wrong.getCommandLine().getCommandSpec().qualifiedName();
    return new CommandError(ExitCode.USAGE, who, message(wrong) + SEE_HELP.formatted(who));
  }

  private static String message(CommandLine.ParameterException wrong) {
    if (wrong instanceof CommandLine.UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()) {
      boolean top = wrong.getCommandLine().getParent() == null;
      var first = "'" + unmatched.getUnmatched().get(0) + "'";
      var near = unmatched.getSuggestions();
      return (top ? "there is no command " + first : "the argument " + first + " is not expected")
          + (near.isEmpty() ? "" : ", did you mean " + String.join(" or ", near));
    }
    return bare(wrong.getMessage().lines().findFirst().orElse("the command line is invalid"));
  }

  static CommandError about(Exception thrown, CommandSpec command) {
    return new CommandError(exit(thrown), command.qualifiedName(), sentence(thrown, command));
  }

  private static ExitCode exit(Exception thrown) {
    if (thrown instanceof CommandFailed failed) {
      return failed.exit();
    }
    if (thrown instanceof TaplineException refused) {
      return of(refused);
    }
    return ExitCode.FAILED;
  }

  /** The only mapping from exceptions of the client to exit codes. */
  static ExitCode of(TaplineException refused) {
    if (refused instanceof UnreachableException
        || refused instanceof UnexpectedAnswerException
        || refused instanceof UnavailableException) {
      return ExitCode.UNREACHABLE;
    }
    if (refused instanceof UnauthenticatedException) {
      return ExitCode.UNAUTHENTICATED;
    }
    if (refused instanceof ForbiddenException) {
      return ExitCode.FORBIDDEN;
    }
    if (refused instanceof NotFoundException) {
      return ExitCode.NOT_FOUND;
    }
    if (refused instanceof ValidationException) {
      return ExitCode.INVALID;
    }
    return isConflict(refused) ? ExitCode.CONFLICT : ExitCode.FAILED;
  }

  private static boolean isConflict(TaplineException refused) {
    return refused instanceof ConflictException
        || refused instanceof IdempotencyConflictException
        || refused instanceof LeaseLostException
        || refused instanceof WorkerStoppedException;
  }

  private static String sentence(Exception thrown, CommandSpec command) {
    if (thrown instanceof UnauthenticatedException stranger) {
      return "%s: %s; give a valid token with TAPLINE_TOKEN, --token or a profile"
          .formatted(stranger.code(), bare(stranger.detail()));
    }
    if (thrown instanceof UnreachableException) {
      return thrown.getMessage() + " (TAPLINE_URL, --url or a profile)";
    }
    if (thrown instanceof CommandFailed
        || thrown instanceof TaplineException
        // The other commands run without the classes of the server.
        || command.name().equals(CommandTable.SERVE) && thrown instanceof StartupRefused) {
      return thrown.getMessage();
    }
    if (command.name().equals(CommandTable.SERVE)) {
      LoggerFactory.getLogger(Tapline.class).debug("a command failed", thrown);
    }
    return "the command failed unexpectedly: " + thrown;
  }

  private static String bare(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }

  int print(PrintStream err) {
    var line = SafeText.oneLine(sentence == null ? "the cause is unknown" : sentence);
    err.println(who + ": " + bare(line) + ".");
    return exit.code();
  }
}
