package io.tapline.server.actions;

import io.opentelemetry.api.trace.Span;
import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.DomainKey;
import io.tapline.api.Refusal;
import io.tapline.api.Role;
import io.tapline.api.request.Command;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.PreconditionTarget;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.Engine;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.action.RequestBinder;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.RefusedException;
import io.tapline.server.database.ConnectionShare;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.PermissionLog;
import io.tapline.server.http.Problem;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * Declares and reads the requests of all actions: one request or {@code items}, with an idempotency
 * key and an answer for each.
 */
@Component
public final class ActionRequests {

  /** Fields of every action. */
  static final List<ApiField> EVERYWHERE =
      List.of(
          WireFields.IDEMPOTENCY_KEY,
          WireFields.CORRELATION,
          WireFields.PAYLOAD,
          WireFields.PAYLOAD_HASH);

  public static final String KEY_HEADER = "Idempotency-Key";

  private static final String TRACE_HEADER = "traceparent";

  private static final Pattern TRACE =
      Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}.*");

  private final Engine engine;

  ActionRequests(Engine engine) {
    this.engine = engine;
  }

  /** Reads one request, or one of {@code items}, which have no key in the header. */
  public interface BodyReader {
    Command read(JsonNode body, String headerKey, String traceId);

    static BodyReader of(ActionKey action) {
      return (body, headerKey, traceId) -> ActionTable.of(action).read(body, headerKey, traceId);
    }
  }

  /** Outcome of one item of a batch: an answer or a problem. */
  public record ItemResult(ActionAnswer answer, Problem problem) {}

  /** The answer to a batch: one result for each item, in order. */
  public record BatchAnswer(List<ItemResult> items) {}

  /**
   * Declares an action with its path under /actions, the fields of its request, and the roles that
   * the engine requires.
   *
   * @param more fields that the definition of the request does not contain
   */
  public Endpoint.Builder declare(String path, ActionKey action, String summary, ApiField... more) {
    var own = new ArrayList<>(RequestShapes.of(ActionTable.of(action).request()));
    own.addAll(List.of(more));
    return declare(
            path,
            ActionTable.of(action).roles(),
            summary,
            AnswerShapes.of(action),
            ActionTable.of(action).expected(),
            own)
        .share(ConnectionShare.of(action));
  }

  public Endpoint.Builder declare(
      String path,
      Set<Role> roles,
      String summary,
      ValueShape answer,
      PreconditionTarget expected,
      List<ApiField> own) {
    var fields = new ArrayList<>(own);
    for (var field : EVERYWHERE) {
      if (fields.stream().noneMatch(f -> f.name().equals(field.name()))) {
        fields.add(field);
      }
    }
    return Endpoint.post(ApiPaths.ACTIONS + "/" + path)
        .summary(summary)
        .access(EndpointAccess.of(roles))
        .header(KEY_HEADER, WireFields.KEY, "the idempotency key, if the body does not contain it")
        .header(TRACE_HEADER, ValueShape.text(200), "W3C trace context")
        .body(fields)
        .answers(answer)
        .refuses(Code.NOT_FOUND, Code.IDEMPOTENCY_CONFLICT)
        .refuses(conflicts(expected));
  }

  /** The codes of a failed precondition. */
  private static Code[] conflicts(PreconditionTarget expected) {
    if (expected.hasState()) {
      return new Code[] {Code.STATE_CONFLICT, Code.REVISION_CONFLICT};
    }
    return expected.hasRevision() ? new Code[] {Code.REVISION_CONFLICT} : new Code[0];
  }

  public HttpAnswer one(EndpointCall call, ActionKey action) throws IOException {
    return call.ok(engine.execute(call.caller(), read(call, action, call.body())));
  }

  /** Carries out one request or {@code items}. */
  public HttpAnswer oneOrMany(EndpointCall call, ActionKey action) throws IOException {
    return oneOrMany(call, BodyReader.of(action), call.body());
  }

  public HttpAnswer oneOrMany(EndpointCall call, BodyReader reader, JsonNode body)
      throws IOException {
    return body.has("items")
        ? call.ok(many(call, reader, body, commands -> engine.executeAll(call.caller(), commands)))
        : call.ok(engine.execute(call.caller(), read(call, reader, body)));
  }

  /** Reads a request for an action that a pack defines. */
  public PerformAction perform(EndpointCall call, DomainKey action, JsonNode body) {
    return RequestBinder.perform(action, body, key(call, body), traceId(call));
  }

  /**
   * Metadata of a request of an API in which the key is optional: without one, every request is
   * new.
   */
  public RequestMeta meta(EndpointCall call) {
    var key = call.header(KEY_HEADER);
    return new RequestMeta(key == null ? UUID.randomUUID().toString() : key, null, traceId(call));
  }

  public Command read(EndpointCall call, ActionKey action, JsonNode body) {
    return read(call, BodyReader.of(action), body);
  }

  public Command read(EndpointCall call, BodyReader reader, JsonNode body) {
    return reader.read(body, key(call, body), traceId(call));
  }

  /**
   * Reads the body of a request of an API that has its own records.
   *
   * @param action the value of a component of this type, or null
   */
  public static <R> R body(EndpointCall call, Class<R> request, ActionKey action)
      throws IOException {
    return body(call, request, action, Function.identity());
  }

  /**
   * Reads and converts the body of such a request.
   *
   * @param conversion can refuse the request; an unknown field is refused after it
   */
  public static <R, T> T body(
      EndpointCall call, Class<R> request, ActionKey action, Function<R, T> conversion)
      throws IOException {
    var body = call.body();
    var meta = RequestBinder.meta(body, key(call, body), traceId(call));
    return RequestBinder.bind(request, action, body, meta, RequestMeta.FIELDS, conversion);
  }

  /**
   * The trace of a request: that of the server's span, or else that of the W3C header. Null when
   * the header is absent or malformed: a malformed trace is no reason to refuse a request.
   */
  public static String traceId(EndpointCall call) {
    var own = Span.current().getSpanContext();
    if (own.isValid()) {
      return own.getTraceId();
    }
    var header = call.header(TRACE_HEADER);
    var form = header == null ? null : TRACE.matcher(header);
    return form != null && form.matches() ? form.group(1) : null;
  }

  private static String key(EndpointCall call, JsonNode body) {
    var header = call.header(KEY_HEADER);
    var own = body.get("idempotency_key");
    if (header != null && own != null && own.isString() && !header.equals(own.stringValue())) {
      throw ProblemException.invalid(
          "idempotency_key", "differs from the header " + KEY_HEADER + "; send one of them");
    }
    return header;
  }

  /**
   * @param run carries out the items that could be read, and answers them in order
   */
  public BatchAnswer many(
      EndpointCall call,
      BodyReader reader,
      JsonNode body,
      Function<List<Command>, List<ItemOutcome>> run) {
    var items = items(call, body);
    var results = new ItemResult[items.size()];
    var commands = new ArrayList<Command>();
    var places = new ArrayList<Integer>();
    for (int i = 0; i < results.length; i++) {
      try {
        commands.add(reader.read(items.get(i), null, traceId(call)));
        places.add(i);
      } catch (RefusedException e) {
        results[i] = refused(call, i, e.refusal());
      }
    }
    var outcomes = run.apply(commands);
    for (int i = 0; i < outcomes.size(); i++) {
      int place = places.get(i);
      var outcome = outcomes.get(i);
      results[place] =
          outcome.refused()
              ? refused(call, place, outcome.refusal())
              : new ItemResult(outcome.answer(), null);
    }
    return new BatchAnswer(List.of(results));
  }

  private static JsonNode items(EndpointCall call, JsonNode body) {
    var items = body.get("items");
    if (!items.isArray()) {
      throw ProblemException.invalid("items", "is not a list");
    }
    if (body.size() > 1) {
      throw ProblemException.invalid(
          body.propertyNames().stream().filter(name -> !name.equals("items")).findFirst().get(),
          "is not allowed beside items; put a key into each item");
    }
    if (call.header(KEY_HEADER) != null) {
      throw ProblemException.invalid(
          "idempotency_key",
          "is not allowed with items; put a key into each item and remove"
              + " the header "
              + KEY_HEADER
              + " out");
    }
    if (items.isEmpty() || items.size() > call.endpoint().batch()) {
      throw ProblemException.invalid(
          "items", items.size() + " in one request; send 1 to " + call.endpoint().batch());
    }
    return items;
  }

  private static ItemResult refused(EndpointCall call, int place, Refusal refusal) {
    var field = refusal.field() == null ? null : "items[" + place + "]." + refusal.field();
    var problem = Problem.of(new Refusal(refusal.code(), refusal.message(), field));
    PermissionLog.note(call.request(), problem.code(), problem.detail());
    return new ItemResult(null, call.endpoint().declared(problem));
  }
}
