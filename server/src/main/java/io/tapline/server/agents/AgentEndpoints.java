package io.tapline.server.agents;

import io.modelcontextprotocol.spec.HttpHeaders;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.tapline.api.WireField;
import io.tapline.engine.action.RequestBinder;
import io.tapline.engine.model.RefusedException;
import io.tapline.server.actions.RequestShapes;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;
import tools.jackson.databind.JsonNode;

/**
 * The Model Context Protocol over streamable HTTP: each message is one request, and its answer is
 * returned as JSON. Authentication, size limits and rate limits apply as at every endpoint.
 */
@Component
final class AgentEndpoints implements EndpointGroup {

  static final String PATH = "/mcp";

  private static final String JSON_RPC = "2.0";

  /** Created for the first agent, because most servers never serve one. */
  private final Supplier<AgentServer> server;

  AgentEndpoints(ReadingTools reading, ProposalTools proposals) {
    this.server =
        SingletonSupplier.of(
            () ->
                new AgentServer(
                    Stream.concat(reading.all().stream(), proposals.all().stream()).toList()));
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.post(PATH)
            .summary(
                "Endpoint for agents: one message of the Model Context Protocol and its"
                    + " answer. The refusal of a tool is in the answer, with status 200")
            .header(
                HttpHeaders.PROTOCOL_VERSION,
                ValueShape.choice(AgentTransport.VERSIONS),
                "the negotiated version")
            .body(RequestShapes.of(Message.class))
            .answers(
                ValueShape.fields(
                    ApiField.required(
                        "jsonrpc", ValueShape.choice(List.of(JSON_RPC)), "always 2.0"),
                    ApiField.required("id", ValueShape.json(), "the id of the message"),
                    ApiField.optional("result", ValueShape.open(), "the result"),
                    ApiField.optional(
                        "error", ValueShape.open(), "the error, if there is no result")))
            .succeedsWith(200, 202)
            .silentWith(202)
            .handledBy(this::handle));
  }

  /** One message of the protocol; the library checks the parameters. */
  record Message(
      @WireField(required = true, length = 10, documented = JSON_RPC, about = "always 2.0")
          String jsonrpc,
      @WireField(required = true, length = 200, about = "initialize, tools/list, tools/call")
          String method,
      @WireField(
              bytes = Integer.MAX_VALUE,
              about =
                  "a string or a whole number, repeated in the answer; a"
                      + " message without one has no answer")
          JsonNode id,
      @WireField(bytes = Integer.MAX_VALUE, object = true, about = "the parameters of the method")
          JsonNode params) {}

  private HttpAnswer handle(EndpointCall call) throws IOException {
    requireVersion(call.header(HttpHeaders.PROTOCOL_VERSION));
    var message = RequestBinder.bind(Message.class, null, call.body(), null, Set.of());
    var rpc = message.jsonrpc();
    var method = message.method();
    var params = message.params();
    var id = id(message.id());
    if (params != null && !params.isObject()) {
      throw RefusedException.invalid("params", "is not a JSON object");
    }
    if (!JSON_RPC.equals(rpc)) {
      throw RefusedException.invalid("jsonrpc", "is not " + JSON_RPC);
    }
    if (method == null || method.isBlank() || method.length() > 200) {
      throw RefusedException.invalid("method", "is missing, or longer than 200 characters");
    }
    var request = call.request();
    var given = params == null ? null : Json.read(params, Object.class);
    if (id == null) {
      server.get().note(call.caller(), request, new JSONRPCNotification(method, given));
      return HttpAnswer.empty(202);
    }
    var bytes = server.get().answer(call.caller(), request, new JSONRPCRequest(method, id, given));
    return HttpAnswer.bytes(200, MediaType.APPLICATION_JSON_VALUE, bytes);
  }

  private static void requireVersion(String version) {
    if (version != null && !AgentTransport.VERSIONS.contains(version)) {
      // The protocol requires this status.
      throw ProblemException.of(
          ProblemCode.MALFORMED_REQUEST,
          HttpHeaders.PROTOCOL_VERSION + ": is not one of " + AgentTransport.VERSIONS);
    }
  }

  private static Object id(JsonNode id) {
    if (id == null) {
      return null;
    }
    if (id.isString()) {
      return id.stringValue();
    }
    if (id.isIntegralNumber() && id.canConvertToLong()) {
      return id.longValue();
    }
    throw RefusedException.invalid("id", "is neither a string nor a whole number");
  }
}
