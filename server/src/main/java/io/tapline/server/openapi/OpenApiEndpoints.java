package io.tapline.server.openapi;

import io.tapline.grpc.v1.DispatchGrpc;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.EndpointTable;
import io.tapline.server.http.Shape;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.servlet.function.ServerResponse;

/** What the server says of itself: for programs as OpenAPI, for people as a page. */
@Component
final class OpenApiEndpoints implements EndpointGroup {

  private static final String JSON = MediaType.APPLICATION_JSON_VALUE;
  private static final String HTML = "text/html;charset=UTF-8";
  private static final String CSS = "text/css;charset=UTF-8";
  private static final String TEXT = "text/plain;charset=UTF-8";

  /** Where the jar of the contract has it. */
  private static final String PROTO = "tapline/v1/dispatch.proto";

  private final Supplier<byte[]> document;
  private final Supplier<byte[]> page;
  private final Supplier<byte[]> style;
  private final Supplier<byte[]> proto;
  private final Supplier<byte[]> words;

  /**
   * @param table by way of a provider, since these endpoints are in it too
   */
  OpenApiEndpoints(ObjectProvider<EndpointTable> table) {
    var tree = SingletonSupplier.of(() -> OpenApiDocument.of(table.getObject().endpoints()));
    this.document = SingletonSupplier.of(() -> utf8(Json.print(tree.obtain())));
    this.page = SingletonSupplier.of(() -> utf8(DocsPage.of(tree.obtain())));
    this.style = SingletonSupplier.of(() -> file(OpenApiEndpoints.class, "docs.css"));
    this.proto = SingletonSupplier.of(() -> file(DispatchGrpc.class, "/" + PROTO));
    this.words =
        SingletonSupplier.of(
            () -> utf8(WordsPage.of(text(file(OpenApiEndpoints.class, "words.md")))));
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("/openapi.json")
            .summary("This API as an OpenAPI 3.1 document")
            .answers(Shape.json())
            .handledBy(call -> send(JSON, document.get())),
        Endpoint.get("/docs")
            .summary("This API as a page to read")
            .answers(new Shape.Plain(MediaType.TEXT_HTML_VALUE))
            .handledBy(call -> send(HTML, page.get())),
        Endpoint.get("/docs/words")
            .summary("What the words mean, on one page")
            .answers(new Shape.Plain(MediaType.TEXT_HTML_VALUE))
            .handledBy(call -> send(HTML, words.get())),
        Endpoint.get("/docs/style.css")
            .summary("How the page looks; beside it, so that no policy need allow inline styles")
            .answers(new Shape.Plain("text/css"))
            .handledBy(call -> send(CSS, style.get())),
        Endpoint.get("/docs/dispatch.proto")
            .summary("The contract of work over gRPC, to make a client from")
            .answers(new Shape.Plain(MediaType.TEXT_PLAIN_VALUE))
            .handledBy(call -> send(TEXT, proto.get())));
  }

  private static ServerResponse send(String mediaType, byte[] bytes) {
    return ServerResponse.ok()
        .contentType(MediaType.parseMediaType(mediaType))
        .contentLength(bytes.length)
        .build(
            (request, response) -> {
              response.getOutputStream().write(bytes);
              return null;
            });
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
