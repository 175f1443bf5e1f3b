package io.tapline.cli.queue;

import io.tapline.cli.base.CommandEnvironment;
import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.connect.InputDocuments;
import tools.jackson.databind.node.ObjectNode;

/** The policy of a queue from a file: YAML or JSON with the fields of the action. */
final class QueueFile {

  private QueueFile() {}

  static ObjectNode read(CommandEnvironment here, String file) {
    var policy = InputDocuments.file(here.directory().resolve(file));
    if (!policy.path("queue_key").isString()) {
      throw CommandFailed.usage(file + " has no queue_key; add the key of the queue");
    }
    return policy;
  }
}
