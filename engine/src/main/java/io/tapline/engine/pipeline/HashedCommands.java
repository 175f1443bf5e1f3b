package io.tapline.engine.pipeline;

import io.tapline.engine.command.PayloadHash;
import io.tapline.engine.command.SubjectCommand;
import java.util.List;

/**
 * The commands of one caller. They are hashed on the caller's thread, while no other request waits.
 */
record HashedCommands(
    RequestCaller asker, List<? extends SubjectCommand> commands, List<String> hashes) {

  HashedCommands(RequestCaller asker, List<? extends SubjectCommand> commands) {
    this(asker, commands, commands.stream().map(PayloadHash::of).toList());
  }

  long tenantId() {
    return asker.caller().tenantId();
  }

  BatchItem item(int index, int command) {
    return new BatchItem(index, asker, commands.get(command), hashes.get(command));
  }
}
