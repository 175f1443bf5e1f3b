package io.tapline.engine.pipeline;

import io.tapline.engine.command.Command;
import io.tapline.engine.command.PayloadHash;
import java.util.List;

/** A command, and who gave it; hashed on that one's thread, and not while others wait. */
record HashedCommand(RequestCaller asker, Command command, String hash) {

  static List<HashedCommand> of(RequestCaller asker, List<? extends Command> commands) {
    return commands.stream()
        .map(command -> new HashedCommand(asker, command, PayloadHash.of(command)))
        .toList();
  }
}
