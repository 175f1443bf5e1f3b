package io.tapline.cli.agent;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.client.error.TaplineException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code tapline mcp}: the agent endpoint of the server on standard input and output. Messages are
 * forwarded unchanged, so an agent can use everything that its server offers.
 */
@Command(
    name = "mcp",
    description =
        "Connects an agent to the server with the Model Context Protocol on standard input and"
            + " output.",
    footer = {"%nExample of the command in the configuration of an agent:", "  tapline mcp"})
public final class McpCommand extends ServerCommand {

  private static final String PATH = "/mcp";

  private static final int PARSE_ERROR = -32700;
  private static final int INVALID_REQUEST = -32600;

  /** First of the error codes that JSON-RPC reserves for implementations. */
  private static final int NOT_ANSWERED = -32000;

  @Override
  protected ExitCode run(ServerSession session) throws IOException {
    var in = new BufferedReader(new InputStreamReader(here().in(), StandardCharsets.UTF_8));
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      if (!line.isBlank()) {
        pass(session, line);
      }
    }
    return ExitCode.OK;
  }

  /** Standard output contains at most one line per input line, and nothing else. */
  private void pass(ServerSession session, String line) {
    var message = InputDocuments.tree(line);
    if (message == null) {
      send(error(null, PARSE_ERROR, "this line is not JSON"));
    } else if (!message.isObject() || !message.path("method").isString()) {
      send(error(message.get("id"), INVALID_REQUEST, "this line is not a message with a method"));
    } else if (message.hasNonNull("id")) {
      send(answer(session, message));
    }
    // A notification expects no answer, and the server keeps no state that it could change.
  }

  private ObjectNode answer(ServerSession session, JsonNode message) {
    try {
      return (ObjectNode) session.http().postOnce(PATH, message);
    } catch (TaplineException e) {
      here().err().println("tapline mcp: " + e.getMessage());
      return error(message.get("id"), NOT_ANSWERED, e.getMessage());
    }
  }

  private static ObjectNode error(JsonNode id, int code, String why) {
    var error = InputDocuments.object().put("jsonrpc", "2.0");
    error.set("id", id);
    error.putObject("error").put("code", code).put("message", why);
    return error;
  }

  private void send(ObjectNode message) {
    here().out().println(message);
  }
}
