package io.tapline.server.http;

import com.zaxxer.hikari.pool.HikariPool;
import io.tapline.api.Code;
import io.tapline.engine.model.RefusedException;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.StoreException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLTransientConnectionException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Converts every exception to problem details; no other class decides this. */
@Component
public final class ProblemWriter {

  private static final Logger LOG = LoggerFactory.getLogger(ProblemWriter.class);

  /** Logged like actions: one line for each if a collector reads the log. */
  private static final Logger REQUESTS = LoggerFactory.getLogger("tapline.request");

  private static final OutageLog OUTAGE = new OutageLog();

  /** Long enough for a database failover or a server restart. */
  static final String RETRY_AFTER_SECONDS = "2";

  HttpAnswer response(Problem problem, HttpServletRequest request) {
    return response(problem, request, Map.of());
  }

  HttpAnswer response(Problem problem, HttpServletRequest request, Map<String, String> headers) {
    var all = new TreeMap<>(headers);
    headersOf(problem).forEach(all::putIfAbsent);
    if (!ProblemPage.wanted(request)) {
      return json(problem).headers(all);
    }
    var signIn = ProblemPage.signIn(problem, request);
    return signIn != null ? HttpAnswer.seeOther(signIn) : page(problem).headers(all);
  }

  private static HttpAnswer.Immediate json(Problem problem) {
    return HttpAnswer.bytes(problem.status(), Problem.MEDIA_TYPE, Json.bytes(problem));
  }

  private static HttpAnswer.Immediate page(Problem problem) {
    return HttpAnswer.bytes(problem.status(), ProblemPage.MEDIA_TYPE, ProblemPage.render(problem));
  }

  /** Writes a fault outside the endpoints, or of an asynchronous answer, as the answer. */
  void write(Throwable thrown, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    var problem = problem(thrown, request);
    response.reset();
    AnswerHeaders.apply(request, response);
    var answer = ProblemPage.wanted(request) ? page(problem) : json(problem);
    answer.headers(headersOf(problem)).write(request, response);
  }

  static Map<String, String> headersOf(Problem problem) {
    return switch (problem.status()) {
      case 401 -> Map.of("WWW-Authenticate", "Bearer");
      case 429 -> Map.of("Retry-After", String.valueOf(problem.more().get("retry_after_seconds")));
      case 503 -> Map.of("Retry-After", RETRY_AFTER_SECONDS);
      default -> Map.of();
    };
  }

  Problem problem(Throwable thrown, HttpServletRequest request) {
    var problem = judge(thrown, request.getMethod() + " " + path(request));
    PermissionLog.note(request, problem.code(), problem.detail());
    logRefusal(unwrapped(thrown), problem, request);
    return request.getAttribute(Endpoint.class.getName()) instanceof Endpoint endpoint
        ? endpoint.dialect().format(problem)
        : problem;
  }

  /**
   * Logs one line for a request that was refused before it became an action, with the code and the
   * field only, because the text of a refusal may quote the request. Actions that the engine
   * refuses and refused permissions have separate lines; unauthenticated requests are only counted.
   */
  private static void logRefusal(Throwable thrown, Problem problem, HttpServletRequest request) {
    boolean ofEngine =
        thrown instanceof RefusedException refused
            && refused.refusal().code() != Code.VALIDATION_FAILED;
    if (ofEngine
        || problem.status() >= 500
        || problem.status() == 401
        || PermissionLog.covers(problem.code())) {
      return;
    }
    REQUESTS
        .atInfo()
        .addKeyValue("request", request.getMethod() + " " + path(request))
        .addKeyValue("principal", request.getAttribute(Authenticator.CALLER))
        .addKeyValue("status", problem.status())
        .addKeyValue("code", problem.code())
        .addKeyValue("field", problem.field())
        .log("request refused");
  }

  /**
   * @param what the request's name in the log
   */
  public static Problem judge(Throwable thrown, String what) {
    var cause = unwrapped(thrown);
    if (cause instanceof RefusedException refused) {
      return Problem.of(refused.refusal());
    }
    if (cause instanceof ProblemException problem) {
      return problem.problem();
    }
    if (cause instanceof IOException) {
      return Problem.of(
          ProblemCode.MALFORMED_REQUEST, "the connection ended before the body was complete");
    }
    if (cause instanceof StoreException locked && locked.isLockNotAvailable() && locked.worded()) {
      LOG.warn("{} failed: {}", what, locked.getMessage());
      return Problem.of(ProblemCode.UNAVAILABLE, locked.getMessage());
    }
    if (cause instanceof StoreException store
        && store.sqlState() != null
        && UNSTORABLE.contains(store.sqlState())) {
      return Problem.of(
          ProblemCode.VALIDATION_FAILED,
          "a text of the request contains a NUL character, which PostgreSQL cannot store;"
              + " remove it");
    }
    if (cause instanceof StoreException raced && raced.isConcurrencyFailure()) {
      LOG.warn("{} failed after repeated conflicts with concurrent requests", what, raced);
      return Problem.of(
          ProblemCode.UNAVAILABLE,
          "concurrent requests for the same objects blocked this one several times; nothing was"
              + " changed, send the same request again");
    }
    if (passing(cause)) {
      OUTAGE.note(what, cause);
      return Problem.of(
          ProblemCode.UNAVAILABLE,
          "the database did not answer; no data is lost, send the same request again");
    }
    var incident = UUID.randomUUID().toString();
    LOG.error("incident {}: {}", incident, what, cause);
    return Problem.of(
        ProblemCode.INTERNAL_ERROR,
        "an internal error; the log of the server contains it as incident " + incident);
  }

  private static Throwable unwrapped(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }

  /** Omits the query, which may hold personal input. */
  private static String path(HttpServletRequest request) {
    return StrictText.shorten(request.getRequestURI());
  }

  /** PostgreSQL stores no NUL in texts, nor as an escape in JSON. */
  private static final Set<String> UNSTORABLE = Set.of("22021", "22P05");

  /**
   * Timeouts of a lock, a statement or an idle transaction, and a read-only database: a standby
   * before its promotion.
   */
  private static final Set<String> OUT_OF_TIME = Set.of("55P03", "57014", "25P03", "25006");

  /**
   * Faults that a retry may overcome: broken connections, exhausted resources, stopping or starting
   * databases, and transactions that were rolled back in favour of others.
   */
  private static boolean passing(Throwable cause) {
    if (cause instanceof HikariPool.PoolInitializationException) {
      return true;
    }
    if (!(cause instanceof StoreException store)) {
      return false;
    }
    var state = store.sqlState();
    return store.getCause() instanceof SQLTransientConnectionException
        || state != null
            && (OUT_OF_TIME.contains(state)
                || state.startsWith("08")
                || state.startsWith("40")
                || state.startsWith("53")
                || state.startsWith("57P"));
  }
}
