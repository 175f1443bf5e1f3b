package io.tapline.server.agents;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import reactor.core.publisher.Mono;

/**
 * Connects the endpoint to the protocol's library: one message in, one out, on the request's
 * thread. No state is kept between two messages, so any server can answer the next one, and no
 * session outlives its token.
 */
final class AgentTransport implements McpStatelessServerTransport {

  /** The newest is last: it is offered to a client that requests an unsupported version. */
  static final List<String> VERSIONS =
      List.of(
          ProtocolVersions.MCP_2024_11_05,
          ProtocolVersions.MCP_2025_03_26,
          ProtocolVersions.MCP_2025_06_18,
          ProtocolVersions.MCP_2025_11_25);

  private static final Set<String> NEEDS_PARAMS =
      Set.of(McpSchema.METHOD_INITIALIZE, McpSchema.METHOD_TOOLS_CALL);

  private static final String ARGUMENTS = "arguments";

  private McpStatelessServerHandler handler;

  @Override
  public void setMcpHandler(McpStatelessServerHandler protocol) {
    this.handler = protocol;
  }

  @Override
  public List<String> protocolVersions() {
    return VERSIONS;
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  JSONRPCResponse answer(McpTransportContext context, JSONRPCRequest request) {
    if (NEEDS_PARAMS.contains(request.method()) && !(request.params() instanceof Map)) {
      return invalid(request, "params: is missing; " + request.method() + " needs it");
    }
    if (request.params() instanceof Map<?, ?> params
        && params.get(ARGUMENTS) != null
        && !(params.get(ARGUMENTS) instanceof Map)) {
      return invalid(request, "params.arguments: is not a JSON object");
    }
    try {
      return handler
          .handleRequest(context, request)
          .contextWrite(all -> all.put(McpTransportContext.KEY, context))
          .block();
    } catch (McpError e) {
      // For an unknown method or tool, the protocol requires an error message as the answer.
      return JSONRPCResponse.error(request.id(), e.getJsonRpcError());
    } catch (IllegalArgumentException e) {
      // The library cannot convert the parameters to those of the method.
      return invalid(request, "params: are not those of " + request.method());
    }
  }

  private static JSONRPCResponse invalid(JSONRPCRequest request, String message) {
    return JSONRPCResponse.error(
        request.id(),
        new JSONRPCResponse.JSONRPCError(McpSchema.ErrorCodes.INVALID_PARAMS, message, null));
  }

  void note(McpTransportContext context, JSONRPCNotification notification) {
    handler.handleNotification(context, notification).block();
  }
}
