package io.tapline.cli.queue;

import io.tapline.cli.CommandFailed;
import io.tapline.cli.Surroundings;
import io.tapline.cli.connect.Documents;
import tools.jackson.databind.node.ObjectNode;

/** A queue's policy as people keep it: a YAML or JSON file with the fields of the action. */
final class QueueFile {

  private QueueFile() {}

  static ObjectNode read(Surroundings here, String file) {
    var policy = Documents.file(here.directory().resolve(file));
    if (!policy.path("queue_key").isString()) {
      throw CommandFailed.usage(file + " has to say which queue it is about with queue_key");
    }
    return policy;
  }
}
