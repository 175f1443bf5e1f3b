package io.tapline.server.openapi;

import io.tapline.grpc.v1.DispatchGrpc;
import io.tapline.server.base.Door;
import io.tapline.server.base.InstalledDoors;
import io.tapline.server.http.AnswerHeaders;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.EndpointTable;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ValueShape;
import io.tapline.server.http.WebJar;
import io.tapline.server.security.SecuritySettings;
import io.tapline.tapdb.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
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

  private static final WebJar VIEWER = new WebJar("org.webjars", "redoc");
  private static final String VIEWER_FILE = "redoc.standalone.js";

  /** The viewer of an older server works with the page of a newer one. */
  private static final String ONE_DAY = "public, max-age=86400";

  /** The viewer fills the element when {@code docs.js} starts it. */
  private static final String REFERENCE =
      "<div id=\"reference\"></div><script src=\"/docs/redoc.js\"></script>";

  /** Whether the description needs a sign-in. */
  private final EndpointAccess access;

  private final Supplier<byte[]> document;
  private final ObjectProvider<EndpointTable> table;
  private final List<Door> doors;
  private final Supplier<byte[]> reference;
  private final Supplier<byte[]> style;
  private final Supplier<byte[]> script;
  private final Supplier<byte[]> viewerGzip;
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
    this.document =
        SingletonSupplier.of(
            () -> utf8(Json.print(OpenApiDocument.build(table.getObject().endpoints()))));
    this.reference =
        SingletonSupplier.of(() -> utf8(DocsFrame.around("Reference", "/docs", REFERENCE)));
    this.style = SingletonSupplier.of(() -> file(OpenApiEndpoints.class, "docs.css"));
    this.script = SingletonSupplier.of(() -> file(OpenApiEndpoints.class, "docs.js"));
    this.viewerGzip = SingletonSupplier.of(() -> gzip(VIEWER.file(VIEWER_FILE)));
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
        page("/docs", "The reference: this API with every field, code and sample")
            .handledBy(
                call ->
                    HttpAnswer.bytes(200, HTML, reference.get())
                        .header(AnswerHeaders.POLICY_HEADER, AnswerHeaders.VIEWER_POLICY)),
        page("/docs/words", "What the words mean, on one page")
            .handledBy(call -> send(HTML, words.get())),
        Endpoint.get("/docs/style.css")
            .summary("How the pages look; beside them, so that no policy need allow inline styles")
            .access(EndpointAccess.OPEN)
            .answers(new ValueShape.Plain("text/css"))
            .handledBy(call -> send(CSS, style.get())),
        Endpoint.get("/docs/docs.js")
            .summary("What the pages do: the theme, and the start of the viewer")
            .access(EndpointAccess.OPEN)
            .answers(new ValueShape.Plain("text/javascript"))
            .handledBy(call -> send(SCRIPT, script.get())),
        Endpoint.get("/docs/redoc.js")
            .summary("The viewer of the reference")
            .access(EndpointAccess.OPEN)
            .answers(new ValueShape.Plain("text/javascript"))
            .handledBy(this::viewer),
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

  private HttpAnswer viewer(EndpointCall call) {
    var encodings = Collections.list(call.request().getHeaders(HttpHeaders.ACCEPT_ENCODING));
    boolean gzip = encodings.stream().anyMatch(encoding -> encoding.contains("gzip"));
    var answer =
        HttpAnswer.bytes(200, SCRIPT, gzip ? viewerGzip.get() : VIEWER.file(VIEWER_FILE))
            .header(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING)
            .header(HttpHeaders.CACHE_CONTROL, ONE_DAY);
    return gzip ? answer.header(HttpHeaders.CONTENT_ENCODING, "gzip") : answer;
  }

  private static HttpAnswer send(String mediaType, byte[] bytes) {
    return HttpAnswer.bytes(200, mediaType, bytes);
  }

  private static byte[] gzip(byte[] plain) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
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
