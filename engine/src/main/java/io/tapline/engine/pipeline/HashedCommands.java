package io.tapline.engine.pipeline;

import io.tapline.engine.command.PayloadHash;
import io.tapline.engine.command.SubjectCommand;
import java.util.List;

/** What one caller asks for; hashed on its own thread, and not while others wait. */
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
