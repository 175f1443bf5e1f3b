package io.tapline.server.openapi;

import io.tapline.grpc.v1.DispatchGrpc;
import io.tapline.server.base.Door;
import io.tapline.server.base.InstalledDoors;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.EndpointTable;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import io.tapline.server.security.SecuritySettings;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;

/** The description of the API: OpenAPI for programs, pages for people. */
@Component
final class OpenApiEndpoints implements EndpointGroup {

  private static final String JSON = MediaType.APPLICATION_JSON_VALUE;
  private static final String HTML = "text/html;charset=UTF-8";
  private static final String CSS = "text/css;charset=UTF-8";
  private static final String SCRIPT = "text/javascript;charset=UTF-8";
  private static final String TEXT = "text/plain;charset=UTF-8";

  /** Path inside the jar of the contract. */
  private static final String PROTO = "tapline/v1/dispatch.proto";

  /** A longer query finds nothing. */
  private static final int LONGEST_SEARCH = 200;

  private static final int LONGEST_NAME = 200;

  /** Whether the description needs a sign-in. */
  private final EndpointAccess access;

  private final Supplier<byte[]> document;
  private final ObjectProvider<EndpointTable> table;
  private final List<Door> doors;
  private final Supplier<DocsPages> pages;
  private final Supplier<Map<String, byte[]>> made;
  private final Supplier<byte[]> style;
  private final Supplier<byte[]> script;
  private final Supplier<byte[]> proto;
  private final Supplier<byte[]> words;

  /**
   * @param table a provider, because the table contains these endpoints too
   */
  OpenApiEndpoints(
      ObjectProvider<EndpointTable> table, InstalledDoors doors, SecuritySettings settings) {
    this.table = table;
    this.doors = doors.doors();
    this.access = settings.publicDocs() ? EndpointAccess.OPEN : EndpointAccess.EVERY_ROLE;
    var tree = SingletonSupplier.of(() -> OpenApiDocument.build(table.getObject().endpoints()));
    this.document = SingletonSupplier.of(() -> utf8(Json.print(tree.obtain())));
    this.pages = SingletonSupplier.of(() -> new DocsPages(tree.obtain()));
    this.made =
        SingletonSupplier.of(
            () -> {
              var bytes = new HashMap<String, byte[]>();
              pages.get().all().forEach((path, page) -> bytes.put(path, utf8(page)));
              return bytes;
            });
    this.style = SingletonSupplier.of(() -> file(OpenApiEndpoints.class, "docs.css"));
    this.script = SingletonSupplier.of(() -> file(OpenApiEndpoints.class, "docs.js"));
    this.proto = SingletonSupplier.of(() -> file(DispatchGrpc.class, "/" + PROTO));
    this.words =
        SingletonSupplier.of(
            () -> utf8(WordsPage.of(text(file(OpenApiEndpoints.class, "words.md")))));
  }

  @Override
  public List<Endpoint> endpoints() {
    return Stream.concat(own().stream(), doors.stream().map(this::documentOf)).toList();
  }

  /** The description of one door alone. */
  private Endpoint documentOf(Door door) {
    var json =
        SingletonSupplier.of(
            () ->
                utf8(
                    Json.print(
                        OpenApiDocument.build(
                            table.getObject().endpoints().stream()
                                .filter(endpoint -> endpoint.path().startsWith(door.paths()))
                                .toList()))));
    return Endpoint.get("/openapi/" + door.name() + ".json")
        .summary("The API '" + door.name() + "' alone as an OpenAPI 3.1 document")
        .access(access)
        .answers(ValueShape.json())
        .handledBy(call -> send(JSON, json.obtain()));
  }

  private List<Endpoint> own() {
    return List.of(
        Endpoint.get("/openapi.json")
            .summary("This API as an OpenAPI 3.1 document")
            .access(access)
            .answers(ValueShape.json())
            .handledBy(call -> send(JSON, document.get())),
        page("/docs", "This API as pages to read: where they begin")
            .handledBy(call -> send(HTML, made.get().get("/docs"))),
        page("/docs/api/{area}", "The calls of one area, each with curl, Python and Java")
            .path(
                "area",
                ValueShape.text(LONGEST_NAME),
                "as the list of areas has it, such as queues")
            .refuses(ProblemCode.NOT_FOUND)
            .handledBy(call -> made("area", "/docs/api/", call)),
        page("/docs/types", "The types of requests and answers, by name")
            .handledBy(call -> send(HTML, made.get().get("/docs/types"))),
        page("/docs/types/{type}", "One type, with its fields")
            .path("type", ValueShape.text(LONGEST_NAME), "its name in the OpenAPI document")
            .refuses(ProblemCode.NOT_FOUND)
            .handledBy(call -> made("type", SchemaTable.TYPES, call)),
        page("/docs/search", "Calls and types that have all of these words")
            .query("q", ValueShape.text(LONGEST_SEARCH), "parts of names, paths, fields or codes")
            .handledBy(this::search),
        page("/docs/words", "What the words mean, on one page")
            .handledBy(call -> send(HTML, words.get())),
        Endpoint.get("/docs/style.css")
            .summary("How the pages look; beside them, so that no policy need allow inline styles")
            .access(EndpointAccess.OPEN)
            .answers(new ValueShape.Plain("text/css"))
            .handledBy(call -> send(CSS, style.get())),
        Endpoint.get("/docs/docs.js")
            .summary("What the pages do: search while you type, and one language at a time")
            .access(EndpointAccess.OPEN)
            .answers(new ValueShape.Plain("text/javascript"))
            .handledBy(call -> send(SCRIPT, script.get())),
        Endpoint.get("/docs/dispatch.proto")
            .summary("The contract of work over gRPC, to make a client from")
            .access(access)
            .answers(new ValueShape.Plain(MediaType.TEXT_PLAIN_VALUE))
            .handledBy(call -> send(TEXT, proto.get())));
  }

  private Endpoint.Builder page(String path, String summary) {
    return Endpoint.get(path)
        .summary(summary)
        .access(access)
        .answers(new ValueShape.Plain(MediaType.TEXT_HTML_VALUE));
  }

  private HttpAnswer made(String variable, String folder, EndpointCall call) {
    var page = made.get().get(folder + call.path(variable));
    if (page == null) {
      throw ProblemException.of(
          ProblemCode.NOT_FOUND,
          "the reference has no " + variable + " of this name; /docs lists what there is");
    }
    return send(HTML, page);
  }

  private HttpAnswer search(EndpointCall call) {
    var asked = call.text("q");
    if (asked != null && asked.length() > LONGEST_SEARCH) {
      throw ProblemException.invalid("q", "has more than " + LONGEST_SEARCH + " characters");
    }
    return send(HTML, utf8(pages.get().found(asked == null ? "" : asked)));
  }

  private static HttpAnswer send(String mediaType, byte[] bytes) {
    return HttpAnswer.bytes(200, mediaType, bytes);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  private static byte[] file(Class<?> beside, String name) {
    try (var file = beside.getResourceAsStream(name)) {
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
