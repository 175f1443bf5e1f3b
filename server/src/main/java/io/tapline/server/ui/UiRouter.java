package io.tapline.server.ui;

import io.tapline.server.security.SecuritySettings;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * The pages and their files: the same for everyone, with nothing of any tenant in them, so nobody
 * is asked who they are. They are no part of the API, and so not in its table; what they show and
 * do goes through the table like everything else.
 */
@Component
final class UiRouter implements RouterFunction<ServerResponse> {

  /** Screens that a link can lead to; the page itself finds out which. */
  private static final List<PathPattern> SCREENS =
      List.of(
              "/",
              "/sign-in",
              "/queues/{key}",
              "/subjects",
              "/subjects/{euid}",
              "/workflows",
              "/workflows/{euid}",
              "/workers",
              "/workers/{euid}",
              "/dead-letters",
              "/holds",
              "/activity",
              "/sessions",
              "/search",
              "/work")
          .stream()
          .map(PathPatternParser.defaultInstance::parse)
          .toList();

  private static final String FOR_GOOD = "public, max-age=31536000, immutable";

  /** The page is small and names the version of all else, so it is asked for each time. */
  private static final String EACH_TIME = "no-cache";

  private final Supplier<UiFiles> files;

  UiRouter(SecuritySettings settings) {
    this.files = SingletonSupplier.of(() -> UiFiles.load(provider(settings)));
  }

  /** By the name that people know it by: its host. */
  private static String provider(SecuritySettings settings) {
    var oidc = settings.oidc();
    return oidc == null || oidc.client() == null ? "" : oidc.issuer().getHost();
  }

  @Override
  public Optional<HandlerFunction<ServerResponse>> route(ServerRequest request) {
    if (request.method() != HttpMethod.GET && request.method() != HttpMethod.HEAD) {
      return Optional.empty();
    }
    if (request.path().startsWith(UiFiles.ROOT)) {
      return Optional.ofNullable(files.get().at(request.path()))
          .map(file -> asked -> send(file, FOR_GOOD, asked));
    }
    var path = request.requestPath().pathWithinApplication();
    return SCREENS.stream().anyMatch(screen -> screen.matches(path))
        ? Optional.of(asked -> send(files.get().shell(), EACH_TIME, asked))
        : Optional.empty();
  }

  private static ServerResponse send(UiFile file, String keep, ServerRequest request) {
    boolean small =
        request.headers().header(HttpHeaders.ACCEPT_ENCODING).stream()
            .anyMatch(encodings -> encodings.contains("gzip"));
    var bytes = small ? file.gzip() : file.plain();
    return ServerResponse.ok()
        .contentType(file.type())
        .contentLength(bytes.length)
        .header(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING)
        .headers(
            all -> {
              if (small) {
                all.set(HttpHeaders.CONTENT_ENCODING, "gzip");
              }
            })
        .build(
            (asked, response) -> {
              // In place of what every other answer says, not beside it.
              response.setHeader(HttpHeaders.CACHE_CONTROL, keep);
              response.getOutputStream().write(bytes);
              return null;
            });
  }
}
