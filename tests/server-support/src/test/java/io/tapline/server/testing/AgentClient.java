package io.tapline.server.testing;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.tapline.tapdb.Json;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** An agent, by the client of the protocol's own library. */
public final class AgentClient implements AutoCloseable {

  /** Machines that run tests are busy. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final McpSyncClient client;

  private AgentClient(McpClientTransport transport) {
    client =
        McpClient.sync(transport).requestTimeout(PATIENCE).initializationTimeout(PATIENCE).build();
  }

  /** Over HTTP, with this token, or with none when it is null. */
  public static AgentClient overHttp(URI server, String token) {
    return new AgentClient(
        HttpClientStreamableHttpTransport.builder(server.toString())
            .endpoint("/mcp")
            .connectTimeout(PATIENCE)
            .addHttpRequestCustomizer(
                (request, method, uri, body, context) -> {
                  if (token != null) {
                    request.header("Authorization", "Bearer " + token);
                  }
                })
            .build());
  }

  /** Over whatever this is. */
  public static AgentClient over(McpClientTransport transport) {
    return new AgentClient(transport);
  }

  /** The result of a tool. */
  public record Said(boolean refused, JsonNode document) {

    /** The answer that there must be. */
    public JsonNode ok() {
      if (refused) {
        throw new AssertionError("refused: " + document);
      }
      return document;
    }

    /** The refusal that there must be. */
    public JsonNode problem() {
      if (!refused) {
        throw new AssertionError("not refused: " + document);
      }
      return document;
    }
  }

  public McpSyncClient initialized() {
    client.initialize();
    return client;
  }

  public List<String> toolNames() {
    return tools().stream().map(Tool::name).toList();
  }

  public List<Tool> tools() {
    return initialized().listTools().tools();
  }

  /** {@code call("explain_wait", "subject_euid", s)}. */
  public Said call(String tool, Object... namesAndValues) {
    var arguments = new HashMap<String, Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      arguments.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return call(tool, arguments);
  }

  public Said call(String tool, Map<String, Object> arguments) {
    var result = client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
    var text = ((TextContent) result.content().get(0)).text();
    return new Said(Boolean.TRUE.equals(result.isError()), Json.parse(text));
  }

  @Override
  public void close() {
    client.close();
  }
}
