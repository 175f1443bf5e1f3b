package io.tapline.server.ui;

import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.RequestRouter;
import io.tapline.server.security.SecuritySettings;
import io.tapline.server.ui.UiFiles.UiFile;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * The pages and their files. They contain no data of a tenant, so they need no authentication. They
 * are not part of the API and its table; all data and actions of the pages use the table.
 */
@Component
final class UiRouter implements RequestRouter {

  /** Screens that a link can address; the script of the page selects the screen. */
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

  /**
   * The page is small and contains the versions of all other files, so browsers revalidate it each
   * time.
   */
  private static final String EACH_TIME = "no-cache";

  private final Supplier<UiFiles> files;

  UiRouter(SecuritySettings settings) {
    this.files = SingletonSupplier.of(() -> UiFiles.load(provider(settings)));
  }

  /** The host of the identity provider, as its name for users. */
  private static String provider(SecuritySettings settings) {
    var oidc = settings.oidc();
    return oidc == null || oidc.client() == null ? "" : oidc.issuer().getHost();
  }

  @Override
  public Optional<HttpAnswer> route(HttpServletRequest request) {
    var method = HttpMethod.valueOf(request.getMethod());
    if (method != HttpMethod.GET && method != HttpMethod.HEAD) {
      return Optional.empty();
    }
    var path = request.getRequestURI();
    if (path.startsWith(UiFiles.ROOT)) {
      return Optional.ofNullable(files.get().at(path)).map(file -> send(file, FOR_GOOD, request));
    }
    var parts = PathContainer.parsePath(path);
    return SCREENS.stream().anyMatch(screen -> screen.matches(parts))
        ? Optional.of(send(files.get().shell(), EACH_TIME, request))
        : Optional.empty();
  }

  private static HttpAnswer send(UiFile file, String keep, HttpServletRequest request) {
    boolean small =
        Collections.list(request.getHeaders(HttpHeaders.ACCEPT_ENCODING)).stream()
            .anyMatch(encodings -> encodings.contains("gzip"));
    var bytes = small ? file.gzip() : file.plain();
    var answer =
        HttpAnswer.bytes(200, file.type().toString(), bytes)
            .header(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING)
            .header(HttpHeaders.CACHE_CONTROL, keep);
    return small ? answer.header(HttpHeaders.CONTENT_ENCODING, "gzip") : answer;
  }
}
